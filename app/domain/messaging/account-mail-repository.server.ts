import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { outbox } from '#db/schema/messaging.ts'
import { build, builtWrite } from '#db/statement.server.ts'
import { queuingSecretly } from './mail-ceiling-repository.server.ts'

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
	/** To the address that an account had: by the account it is erased with it (S18). */
	| { kind: 'email_changed'; payload: { userId: string } }
)

export function createAccountMailRepository() {
	return {
		insertAccountMail: ({ now, payload, ...mail }: AccountMail): Statement[] =>
			queuingSecretly(
				mail.id,
				builtWrite(
					build
						.insert(outbox)
						.values({ ...mail, payload: JSON.stringify(payload), createdAt: now, nextAttemptAt: now })
						.onConflictDoNothing({ target: outbox.dedupeKey }),
				),
			),
	}
}
