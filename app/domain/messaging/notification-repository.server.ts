import { sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { users } from '#db/schema/identity.ts'
import { notifications } from '#db/schema/messaging.ts'
import { insertFrom } from '#db/statement.server.ts'

/** What an account was told, as its bell keeps it. */
export type NewNotification = {
	/** The message's own id: told once. */
	id: string
	userId: string
	kind: string
	title: string
	words: string
	/** Path and query, never a signed link. */
	path: string
	toldAt: Instant
}

export function createNotificationRepository() {
	return {
		/** Nothing for an account that is gone by now, nor for what was told before. */
		insertNotification: (told: NewNotification): Statement<number> =>
			insertFrom(
				notifications,
				told,
				sql`FROM ${users} WHERE ${users.id} = ${told.userId} ON CONFLICT (id) DO NOTHING`,
			),
	}
}
