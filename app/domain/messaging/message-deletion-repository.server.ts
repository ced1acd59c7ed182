import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { checkoutsOfGuest, isForgotten } from '#db/leaving.server.ts'
import { users } from '#db/schema/identity.ts'
import { outbox } from '#db/schema/messaging.ts'
import { build, builtWrite, rawWrite } from '#db/statement.server.ts'
import { NO_MORE_ATTEMPTS_AT } from './delivery-times.ts'

/** Deletes messages of people who leave, and at last all. */
export function createMessageDeletionRepository() {
	return {
		/** Sent or not, to a deleted account's emails; none to an email that another account has by now (S18). */
		deleteMessagesTo: (emails: readonly string[]): Statement<number> =>
			builtWrite(
				build.delete(outbox).where(
					sql`${outbox.recipientEmail} IN (SELECT value FROM json_each(${JSON.stringify(emails)}))
							AND NOT EXISTS (SELECT 1 FROM ${users} WHERE ${users.email} = ${outbox.recipientEmail})`,
				),
			),

		/** To a guest's email that no booking and no account has any more. */
		deleteMessagesToGuest: (email: string): Statement<number> =>
			rawWrite(sql`DELETE FROM ${outbox} WHERE recipient_email = ${email} AND ${isForgotten(email)}`),

		/** For the operator alone: it scans the messages of some months. */
		deleteMessagesToPhone: (phone: string): Statement<number> =>
			rawWrite(sql`DELETE FROM ${outbox} WHERE recipient_email IS NULL AND recipient_phone = ${phone}
				AND NOT EXISTS (SELECT 1 FROM ${checkoutsOfGuest({ phone })})`),

		purgeSentBefore: (sentBefore: Instant): Statement<number> =>
			deleteSlice(outbox, lte(outbox.sentAt, sentBefore)),

		/** Dropped and withheld messages. */
		purgeNeverSentBefore: (createdBefore: Instant): Statement<number> =>
			deleteSlice(
				outbox,
				and(
					isNull(outbox.sentAt),
					eq(outbox.nextAttemptAt, NO_MORE_ATTEMPTS_AT),
					lte(outbox.createdAt, createdBefore),
				),
			),
	}
}
