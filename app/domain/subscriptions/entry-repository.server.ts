import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { UsageAction } from '#app/kernel/vocabulary/subscriptions.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { subscriptions } from '#db/schema/subscriptions.ts'
import { subscriptionEntries, subscriptionUsage } from '#db/schema/subscriptions-entries.ts'
import { insertFrom, updateWhere } from '#db/statement.server.ts'

export type TakenEntry = {
	id: string
	subscriptionId: string
	userId: string
	/** Of the session's start, or of the appointment (D47). */
	weekStartsAt: Instant
	/** The session's start, or now. */
	usableAt: Instant
	bookingId: string | null
	now: Instant
}

/** The count of entries not returned, in all or in a week. */
export function countedEntries(subscriptionId: SQL, weekStartsAt: SQL | null = null): SQL {
	return sql`(SELECT count(*) FROM ${subscriptionEntries} WHERE ${subscriptionEntries.subscriptionId} = ${subscriptionId}
		AND ${subscriptionEntries.returnedAt} IS NULL${weekStartsAt === null ? sql`` : sql` AND ${subscriptionEntries.weekStartsAt} = ${weekStartsAt}`})`
}

/** The SQL of `coversInstant`. */
export function isUsableAt(at: SQL | Instant): SQL {
	return sql`(${subscriptions.cancelledAt} IS NULL AND ${subscriptions.startsAt} <= ${at} AND ${subscriptions.endsAt} > ${at}
		AND NOT (coalesce(${subscriptions.pausedAt} <= ${at}, 0) AND ${subscriptions.resumesAt} > ${at}))`
}

/** Whether an entry is left, in a week or in all. */
export function hasEntryLeftIn(weekStartsAt: SQL): SQL {
	const id = sql`${subscriptions.id}`
	return sql`CASE ${subscriptions.entryKind}
		WHEN 'total' THEN ${countedEntries(id)} < ${subscriptions.totalVisitsAllowed}
		WHEN 'weekly' THEN ${countedEntries(id, weekStartsAt)} < ${subscriptions.maxEntriesPerWeek}
		ELSE 1 END`
}

export function createEntryRepository() {
	return {
		/**
		 * Refuses its batch where the subscription is another person's, or not usable at `usableAt` or now
		 * ('subscription_not_usable'), and where no entry is left ('entries_used_up', a trigger).
		 */
		takeEntry: ({
			id,
			subscriptionId,
			userId,
			weekStartsAt,
			usableAt,
			bookingId,
			now,
		}: TakenEntry): Statement[] => [
			refuseWhen(
				'subscription_not_usable',
				sql`NOT EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.id} = ${subscriptionId}
					AND ${subscriptions.userId} = ${userId} AND ${isUsableAt(usableAt)} AND ${subscriptions.endsAt} > ${now}
					AND NOT (coalesce(${subscriptions.pausedAt} <= ${now}, 0) AND ${subscriptions.resumesAt} > ${now}))
					AND NOT EXISTS (SELECT 1 FROM ${subscriptionEntries} WHERE ${subscriptionEntries.id} = ${id})`,
			),
			insertFrom(
				subscriptionEntries,
				{ id, subscriptionId, weekStartsAt, bookingId, takenAt: now },
				sql`WHERE NOT EXISTS (SELECT 1 FROM ${subscriptionEntries} WHERE ${subscriptionEntries.id} = ${id})`,
			),
		],

		/** Returns a place's entry, once, where `isDue` holds. */
		returnEntryOf: (bookingId: string, isDue: SQL, now: Instant): Statement<number> =>
			updateWhere(
				subscriptionEntries,
				{ returnedAt: now },
				and(eq(subscriptionEntries.bookingId, bookingId), isNull(subscriptionEntries.returnedAt), isDue),
			),

		/**
		 * A line of the usage history; stands after the change of entries. `change`: 1 for a taken entry, -1 for a returned
		 * one, 0 for neither.
		 */
		logUsage: (
			usage: {
				id?: string
				subscriptionId: string
				action: UsageAction
				change: -1 | 0 | 1
				sessionId?: string | null
				now: Instant
			},
			isDue: SQL = sql`true`,
		): Statement<number> => {
			const after = countedEntries(sql`${usage.subscriptionId}`)
			return insertFrom(
				subscriptionUsage,
				{
					id: usage.id ?? newId(),
					subscriptionId: usage.subscriptionId,
					action: usage.action,
					entriesBefore: sql`${after} - ${usage.change}`,
					entriesAfter: after,
					sessionId: usage.sessionId ?? null,
					occurredAt: usage.now,
				},
				sql`WHERE ${isDue} ON CONFLICT DO NOTHING`,
			)
		},
	}
}
