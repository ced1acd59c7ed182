import { sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type MessageTopic, messageTopics } from '#app/kernel/vocabulary/messaging.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { type GuestTerm, isForgotten, overdueCheckouts } from '#db/leaving.server.ts'
import { only, word } from '#db/row.server.ts'
import { users } from '#db/schema/identity.ts'
import { messageOptOuts } from '#db/schema/messaging.ts'
import { deleteWhere, insertNewRow, placeholder, preparedRead, rawWrite } from '#db/statement.server.ts'
import type { MessageChoice } from './message-choice.server.ts'

const toTopic = only(word('topic', messageTopics))

const ownTopics = preparedRead(
	() =>
		sql`SELECT ${messageOptOuts.topic} FROM ${messageOptOuts} WHERE ${messageOptOuts.subject} = ${actorUserId(actorPlaceholders)}`,
	toTopic,
)

const chosen = preparedRead(
	() => sql`SELECT ${messageOptOuts.topic} FROM ${messageOptOuts}
		WHERE ${messageOptOuts.subject} = ${placeholder('subject')} AND ${messageOptOuts.topic} = ${placeholder('topic')}`,
	toTopic,
)

/** Switched-off topics of a user id or a guest's email; delivery reads them when it sends. */
export function createOptOutRepository(read: Database['read']) {
	return {
		unwantedTopics: (actor: Actor): Promise<MessageTopic[]> => read(ownTopics({ ...actor })),

		/** Sets all of the actor's choices at once: topics left out are wanted again. */
		chooseUnwanted: (actor: Actor, unwanted: readonly MessageTopic[]): Statement[] => {
			const me = actorUserId(actor)
			const named = sql`(SELECT value FROM json_each(${JSON.stringify(unwanted)}))`
			return [
				rawWrite(sql`DELETE FROM ${messageOptOuts} WHERE subject = ${me} AND topic NOT IN ${named}`),
				rawWrite(sql`INSERT INTO ${messageOptOuts} (subject, topic, opted_out_at)
					SELECT ${users.id}, named.value, ${actor.at} FROM ${users} JOIN json_each(${JSON.stringify(unwanted)}) named
					WHERE ${users.id} = ${me} ON CONFLICT DO NOTHING`),
			]
		},

		/** For the choice of a signed link. */
		async isUnwanted({ subject, topic }: MessageChoice): Promise<boolean> {
			return (await read(chosen({ subject, topic }))).length > 0
		},

		optOut: ({ subject, topic }: MessageChoice, now: Instant): Statement<number> =>
			insertNewRow(messageOptOuts, { subject, topic, optedOutAt: now }),

		optIn: ({ subject, topic }: MessageChoice): Statement<number> =>
			deleteWhere(
				messageOptOuts,
				sql`${messageOptOuts.subject} = ${subject} AND ${messageOptOuts.topic} = ${topic}`,
			),

		/** Of a guest's email that no booking and no account has any more. */
		forgetGuest: (email: string): Statement<number> =>
			rawWrite(sql`DELETE FROM ${messageOptOuts} WHERE subject = ${email} AND ${isForgotten(email)}`),

		/** Of guests whose contact is cut and who have not booked since. Belongs before the cut. */
		forgetOverdueGuests: (term: GuestTerm): Statement<number> =>
			rawWrite(sql`DELETE FROM ${messageOptOuts} WHERE subject IN (SELECT email FROM checkouts WHERE id IN ${overdueCheckouts(term)})
				AND NOT EXISTS (SELECT 1 FROM checkouts newer
					WHERE newer.email = message_opt_outs.subject AND newer.created_at > ${term.before})
				AND NOT EXISTS (SELECT 1 FROM users WHERE email = message_opt_outs.subject)`),

		/** Of a deleted account's emails, without emails that another account has by now (S18). */
		forgetAddresses: (emails: readonly string[]): Statement<number> =>
			deleteWhere(
				messageOptOuts,
				sql`${messageOptOuts.subject} IN (SELECT value FROM json_each(${JSON.stringify(emails)}))
					AND NOT EXISTS (SELECT 1 FROM ${users} WHERE ${users.email} = ${messageOptOuts.subject})`,
			),
	}
}
