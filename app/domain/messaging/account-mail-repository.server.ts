import { sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import { rawWrite } from '#db/statement.server.ts'
import { type QueuingStatement, queuing } from './queuing-statement.server.ts'

/** A mail about an account. A link is named by its row: the token itself is made when the mail is sent. */
export type AccountMail = {
	id: string
	/** What makes it exist once: a second one with the same key is not queued. */
	dedupeKey: string
	recipientEmail: string
	now: Instant
} & (
	| { kind: 'verify_email' | 'reset_password'; payload: { tokenId: string } }
	| { kind: 'account_exists'; payload: Record<string, never> }
)

export function createAccountMailRepository() {
	return {
		insertAccountMail: (mail: AccountMail): QueuingStatement =>
			queuing(
				rawWrite(sql`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, payload, created_at, next_attempt_at)
					VALUES (${mail.id}, ${mail.kind}, ${mail.dedupeKey}, ${mail.recipientEmail}, ${JSON.stringify(mail.payload)}, ${mail.now}, ${mail.now})
					ON CONFLICT (dedupe_key) DO NOTHING`),
			),
	}
}

export type AccountMailRepository = ReturnType<typeof createAccountMailRepository>
