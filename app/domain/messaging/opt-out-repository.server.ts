import { eq, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { MessageTopic } from '#app/kernel/vocabulary/messaging.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { messageOptOuts } from '#db/schema/messaging.ts'
import { build, builtWrite, prepared } from '#db/statement.server.ts'

const topicsOf = prepared(
	build
		.select({ topic: messageOptOuts.topic })
		.from(messageOptOuts)
		.where(eq(messageOptOuts.subject, sql.placeholder('subject'))),
)

/** What somebody does not want to be sent. A subject is a user id, or a guest's address. */
export function createOptOutRepository(read: Database['read']) {
	return {
		async unwantedTopics(subject: string): Promise<MessageTopic[]> {
			return (await read(topicsOf({ subject }))).map(({ topic }) => topic)
		},

		/** Sent twice it changes nothing more. */
		optOut: (subject: string, topic: MessageTopic, now: Instant): Statement<number> =>
			builtWrite(
				build.insert(messageOptOuts).values({ subject, topic, optedOutAt: now }).onConflictDoNothing(),
			),

		optIn: (subject: string, topic: MessageTopic): Statement<number> =>
			builtWrite(
				build
					.delete(messageOptOuts)
					.where(sql`${messageOptOuts.subject} = ${subject} AND ${messageOptOuts.topic} = ${topic}`),
			),
	}
}
