import { lte, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteOldest } from '#db/delete-slice.server.ts'
import { instant, integer, nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { clients } from '#db/schema/booking.ts'
import { users } from '#db/schema/identity.ts'
import { messageOptOuts, notifications, notificationsSeen } from '#db/schema/messaging.ts'
import { first, insertFrom, placeholder, preparedRead, rawSelect, rawWrite } from '#db/statement.server.ts'

/** An account sees its notifications for this long. */
const SHOWN_MS = 90 * DAY_MS
/** The bell shows '9+' for more. */
const MOST_COUNTED = 10

export type NewNotification = {
	/** The message's own id, so that it exists once. */
	id: string
	userId: string
	kind: string
	title: string
	words: string
	/** Path and query, never a signed link. */
	path: string
	toldAt: Instant
}

/** `newestAt` is null without notifications; `unseen` is ten at most. */
export type Bell = { unseen: number; newestAt: Instant | null; seenAt: Instant }

const since = sql`${actorPlaceholders.at} - ${SHOWN_MS}`
const ofMe = sql`FROM me CROSS JOIN ${notifications} WHERE ${notifications.userId} = me.id AND ${notifications.toldAt} > ${since}`
const me = sql`me AS (SELECT owner.id, coalesce((SELECT seen_at FROM ${notificationsSeen} WHERE user_id = owner.id), 0) AS seen_at
	FROM (SELECT ${actorUserId(actorPlaceholders)} AS id) owner WHERE owner.id IS NOT NULL)`

const bellRow = rows({
	seenAt: instant(sql`me.seen_at`),
	newestAt: nullable(instant(sql`(SELECT max(${notifications.toldAt}) ${ofMe})`)),
	unseen: integer(
		sql`(SELECT count(*) FROM (SELECT 1 ${ofMe} AND ${notifications.toldAt} > me.seen_at LIMIT ${MOST_COUNTED}))`,
	),
})
const bell = preparedRead(() => sql`WITH ${me} SELECT ${bellRow.columns} FROM me`, bellRow.read)

const listedRow = rows({
	...pickColumns(notifications, 'id', 'title', 'words', 'path', 'toldAt'),
	seenAt: instant(sql`me.seen_at`),
})
const listed = preparedRead(
	() => sql`WITH ${me} SELECT ${listedRow.columns} ${ofMe}
			AND (${notifications.toldAt}, ${notifications.id}) < (CAST(${placeholder('afterAt')} AS integer), ${placeholder('afterId')})
		ORDER BY ${notifications.toldAt} DESC, ${notifications.id} DESC LIMIT ${placeholder('limit')}`,
	listedRow.read,
)

/** Later than every notification. */
const FROM_THE_NEWEST: ListPlace = { at: 253_402_214_400_000, id: '' }

export function createNotificationRepository(read: Database['read']) {
	return {
		/** Null for a signed-out reader. */
		bell: (actor: Actor): Promise<Bell | null> => first(read(bell({ ...actor }))),

		/** The newest first, from a place on; `seenAt` is when the account last saw its list. */
		list: (actor: Actor, { after, limit }: { after: ListPlace | null; limit: number }) => {
			const { at: afterAt, id: afterId } = after ?? FROM_THE_NEWEST
			return read(listed({ ...actor, afterAt, afterId, limit }))
		},

		/** Nothing for an account that is gone, or a message that was notified before. */
		insertNotification: (notification: NewNotification): Statement<number> =>
			insertFrom(
				notifications,
				notification,
				sql`FROM ${users} WHERE ${users.id} = ${notification.userId} ON CONFLICT (id) DO NOTHING`,
			),

		/** Up to the newest that the actor saw; later ones stay new. */
		markSeen: (actor: Actor, upTo: Instant): Statement<number> =>
			insertFrom(
				notificationsSeen,
				{ userId: sql`${users.id}`, seenAt: upTo },
				sql`FROM ${users} WHERE ${users.id} = ${actorUserId(actor)}
					ON CONFLICT (user_id) DO UPDATE SET seen_at = max(seen_at, excluded.seen_at)`,
			),

		/** The newest first. */
		exportNotifications: (actor: Actor) =>
			read(
				rawSelect(
					rows({ title: text(sql`title`), words: text(sql`words`), toldAt: instant(sql`told_at`) }),
					sql`FROM ${notifications} WHERE user_id = ${actorUserId(actor)} ORDER BY "toldAt" DESC`,
				),
			),

		/** Belongs before the account is deleted. Does nothing until the shops' records are cleared. */
		forgetMessages: (actor: Actor, passwordHash: string): Statement[] => {
			const owner = sql`(SELECT ${users.id} FROM ${users}
				WHERE ${users.id} = ${actorUserId(actor)} AND ${users.passwordHash} = ${passwordHash}
					AND NOT EXISTS (SELECT 1 FROM ${clients} WHERE ${clients.userId} = ${users.id}))`
			const forget = (table: SQL) => rawWrite(sql`DELETE FROM ${table} = ${owner}`)
			return [
				forget(sql`${notifications} WHERE user_id`),
				forget(sql`${notificationsSeen} WHERE user_id`),
				forget(sql`${messageOptOuts} WHERE subject`),
			]
		},

		purgeToldBefore: (toldBefore: Instant): Statement<number> =>
			deleteOldest(notifications, lte(notifications.toldAt, toldBefore)),
	}
}
