import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.server.ts'
import { rawWrite } from '#db/statement.server.ts'

export function createClientRepository() {
	return {
		/**
		 * Makes the bookings that were made as a guest with this customer's e-mail theirs, once that e-mail is verified
		 * (decision D8); before that, nothing. A phone number links nothing.
		 */
		linkGuestClients: (userId: string): Statement =>
			rawWrite(
				sql`UPDATE clients SET user_id = ${userId} WHERE user_id IS NULL AND email =
					(SELECT email FROM users WHERE id = ${userId} AND email_verified_at IS NOT NULL)`,
			),
	}
}

export type ClientRepository = ReturnType<typeof createClientRepository>
