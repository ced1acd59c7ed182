import { sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { accountEvents, users } from '#db/schema/identity.ts'
import { outbox } from '#db/schema/messaging.ts'
import { insertFrom, insertNewRow } from '#db/statement.server.ts'
import { onceForItsKey, queuingSecretly } from './mail-ceiling-repository.server.ts'

/** The payload names the row of the mail's link: sending makes the token. */
export type AccountMail = {
	id: string
	/** A second mail with this key is not queued. */
	dedupeKey: string
	recipientEmail: string
	now: Instant
} & (
	| { kind: 'verify_email' | 'reset_password'; payload: { tokenId: string } }
	| { kind: 'account_exists'; payload: Record<string, never> }
	/** To the account's former address. The row names the account, and is erased with it (S18). */
	| { kind: 'email_changed'; payload: { userId: string } }
)

/** The first browser of an account's first day: its owner has just signed up. */
const isFirstOfNewAccount = (
	now: Instant,
) => sql`(${accountEvents.kind} = 'new_device' AND ${users.createdAt} > ${now - DAY_MS}
	AND NOT EXISTS (SELECT 1 FROM ${accountEvents} earlier WHERE earlier.user_id = ${users.id}
		AND earlier.kind IN ('signed_in', 'new_device') AND earlier.id <> ${accountEvents.id}))`

export function createAccountMailRepository() {
	return {
		/** At most one of each kind an hour. Stands after the statement that writes the event. */
		insertEventMail: ({
			id,
			kind,
			eventId,
			now,
		}: {
			id: string
			kind: 'password_changed' | 'new_device'
			eventId: string
			now: Instant
		}): Statement[] =>
			queuingSecretly(
				id,
				insertFrom(
					outbox,
					{
						id,
						kind,
						dedupeKey: sql`${`${kind}:`} || ${users.id} || ${`:${Math.floor(now / HOUR_MS)}`}`,
						recipientEmail: sql`${users.email}`,
						payload: JSON.stringify({ eventId }),
						createdAt: now,
						nextAttemptAt: now,
					},
					sql`FROM ${accountEvents} JOIN ${users} ON ${users.id} = ${accountEvents.userId}
						WHERE ${accountEvents.id} = ${eventId} AND NOT ${isFirstOfNewAccount(now)} ${onceForItsKey}`,
				),
			),

		insertAccountMail: ({ now, payload, ...mail }: AccountMail): Statement[] =>
			queuingSecretly(
				mail.id,
				insertNewRow(
					outbox,
					{ ...mail, payload: JSON.stringify(payload), createdAt: now, nextAttemptAt: now },
					outbox.dedupeKey,
				),
			),
	}
}
