import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { clients } from '#db/schema/booking.ts'
import { users } from '#db/schema/identity.ts'
import { build, builtWrite } from '#db/statement.server.ts'

export function createClientRepository() {
	return {
		/**
		 * Makes the bookings that were made as a guest with this customer's e-mail theirs, once that e-mail is verified
		 * (D8); before that, nothing. A phone number links nothing, and a checkout of the row with another e-mail is
		 * split off by a trigger (S2, docs/decisions/025).
		 */
		linkGuestClients: (userId: string): Statement<number> =>
			builtWrite(
				build
					.update(clients)
					.set({ userId })
					.where(
						and(
							isNull(clients.userId),
							sql`${clients.email} = (SELECT ${users.email} FROM ${users}
								WHERE ${eq(users.id, userId)} AND ${users.emailVerifiedAt} IS NOT NULL)`,
						),
					),
			),
	}
}
