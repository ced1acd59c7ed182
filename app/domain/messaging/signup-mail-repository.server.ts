import { sql } from 'drizzle-orm'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { outbox } from '#db/schema/messaging.ts'
import { shopSignups } from '#db/schema/shops-signups.ts'
import { insertFrom } from '#db/statement.server.ts'
import { queuingSecretly } from './mail-ceiling-repository.server.ts'

const onceForItsKey = sql`ON CONFLICT (${sql.identifier(outbox.dedupeKey.name)}) DO NOTHING`

/** Mails about the form of a shop that wants to join. Each names its row: its link is made when it is sent. */
export function createSignupMailRepository() {
	return {
		/** The link that proves the email of the form with this content; at most once an hour. */
		insertSignupMail(contentHash: string, now: Instant): Statement[] {
			const id = newId()
			return queuingSecretly(
				id,
				insertFrom(
					outbox,
					{
						id,
						kind: 'shop_signup',
						dedupeKey: sql`'shop_signup:' || ${shopSignups.id} || ':' || ${Math.floor(now / HOUR_MS)}`,
						recipientEmail: sql`${shopSignups.email}`,
						payload: sql`json_object('signupId', ${shopSignups.id})`,
						createdAt: now,
						nextAttemptAt: now,
					},
					sql`FROM ${shopSignups} WHERE ${shopSignups.contentHash} = ${contentHash} AND ${shopSignups.decidedAt} IS NULL
						${onceForItsKey}`,
				),
			)
		},

		/** To the operator, once for each form that is proved and waits. */
		insertWaitingMail(tokenHash: string, operatorEmail: string, now: Instant): Statement<number> {
			const id = newId()
			const insert = insertFrom(
				outbox,
				{
					id,
					kind: 'shop_waiting',
					dedupeKey: sql`'shop_waiting:' || ${shopSignups.id}`,
					recipientEmail: operatorEmail,
					payload: sql`json_object('signupId', ${shopSignups.id})`,
					createdAt: now,
					nextAttemptAt: now,
				},
				sql`FROM ${shopSignups} WHERE ${shopSignups.tokenHash} = ${tokenHash} AND ${shopSignups.provedAt} IS NOT NULL
					AND ${shopSignups.decidedAt} IS NULL ${onceForItsKey}`,
			)
			return { ...insert, followUp: { kind: 'message', messageId: id } }
		},

		/** The row's decision. No ceiling withholds it. */
		insertDecisionMail(signupId: string, now: Instant): Statement<number> {
			const id = newId()
			const insert = insertFrom(
				outbox,
				{
					id,
					kind: sql`'shop_' || ${shopSignups.decision}`,
					dedupeKey: sql`'shop_decided:' || ${shopSignups.id}`,
					recipientEmail: sql`${shopSignups.email}`,
					payload: JSON.stringify({ signupId }),
					createdAt: now,
					nextAttemptAt: now,
				},
				sql`FROM ${shopSignups} WHERE ${shopSignups.id} = ${signupId} AND ${shopSignups.decidedAt} IS NOT NULL
					${onceForItsKey}`,
			)
			return { ...insert, followUp: { kind: 'message', messageId: id } }
		},
	}
}
