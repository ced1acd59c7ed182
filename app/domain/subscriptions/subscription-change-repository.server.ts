import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, only, pickColumns, rows } from '#db/row.server.ts'
import { subscriptions } from '#db/schema/subscriptions.ts'
import { subscriptionEntries } from '#db/schema/subscriptions-entries.ts'
import { planSessions, sessionBookings } from '#db/schema/subscriptions-sessions.ts'
import { preparedRead, preparedSelect, rawWrite, updateWhere } from '#db/statement.server.ts'
import { FREE_CANCELLATION_MS } from './session-booking.ts'
import type { SubscriptionTimes } from './subscription-state.ts'

/** The columns that pausing and cancelling change. */
export type StoredPeriod = SubscriptionTimes & { id: string; pauseCount: number }

export type MovedPeriod = { before: LaterPeriod; after: LaterPeriod }

/** The paid periods after this one, one after the other, also after a cancelled one. */
export function laterPeriods(subscriptionId: SQL): SQL {
	return sql`(WITH RECURSIVE later(id) AS (
		SELECT ${subscriptions.id} FROM ${subscriptions} WHERE ${subscriptions.renewsSubscriptionId} = ${subscriptionId}
		UNION ALL SELECT ${subscriptions.id} FROM later CROSS JOIN ${subscriptions}
			ON ${subscriptions.renewsSubscriptionId} = later.id) SELECT id FROM later)`
}

const subscriptionId = sql`${sql.placeholder('subscriptionId')}`

const laterPeriodRow = rows(pickColumns(subscriptions, 'id', 'startsAt', 'endsAt'))
export type LaterPeriod = ReturnType<typeof laterPeriodRow.read>

const later = preparedSelect(
	laterPeriodRow,
	() => sql`FROM ${subscriptions}
		WHERE ${subscriptions.id} IN ${laterPeriods(subscriptionId)} AND ${subscriptions.cancelledAt} IS NULL
			AND ${subscriptions.userId} = ${actorUserId(actorPlaceholders)}`,
)

/**
 * Whether an entry was used: by an appointment, or by a place past its free cancellation. A place cancelled too late
 * counts, unless the shop called the session off (D46).
 */
const isUsedAt = (subscriptionId: SQL, now: SQL): SQL => sql`(EXISTS (SELECT 1 FROM ${subscriptionEntries}
		LEFT JOIN ${sessionBookings} ON ${sessionBookings.id} = ${subscriptionEntries.bookingId}
		WHERE ${subscriptionEntries.subscriptionId} = ${subscriptionId} AND ${subscriptionEntries.returnedAt} IS NULL
			AND (${subscriptionEntries.bookingId} IS NULL OR ${now} > ${sessionBookings.startsAt} - ${FREE_CANCELLATION_MS}))
	OR EXISTS (SELECT 1 FROM ${sessionBookings} JOIN ${planSessions} ON ${planSessions.id} = ${sessionBookings.sessionId}
		WHERE ${sessionBookings.subscriptionId} = ${subscriptionId} AND ${planSessions.calledOffAt} IS NULL
			AND ${sessionBookings.cancelledAt} > ${sessionBookings.startsAt} - ${FREE_CANCELLATION_MS}))`

const used = preparedRead(
	() => sql`SELECT ${isUsedAt(sql`${subscriptions.id}`, sql`${actorPlaceholders.at}`)} AS is_used FROM ${subscriptions}
		WHERE ${subscriptions.id} = ${subscriptionId} AND ${subscriptions.userId} = ${actorUserId(actorPlaceholders)}`,
	only(flag('is_used')),
)

export function createSubscriptionChangeRepository(read: Database['read']) {
	return {
		/** The actor's paid periods after this one, without cancelled ones. */
		periodsAfter: (actor: Actor, subscriptionId: string): Promise<LaterPeriod[]> =>
			read(later({ ...actor, subscriptionId })),

		/** Whether any entry was used (D46). */
		async isUsed(actor: Actor, subscriptionId: string): Promise<boolean> {
			const [found] = await read(used({ ...actor, subscriptionId }))
			return found ?? false
		},

		/**
		 * First in its batch: changes a period of the actor, and moves the paid periods after it. A repeat changes nothing.
		 *
		 * Refuses the batch ('subscription_not_usable') where the period is neither `before` nor `after`, or a later period
		 * was not read.
		 */
		changePeriod(
			actor: Actor,
			{
				before,
				after,
				moved = [],
			}: { before: StoredPeriod; after: StoredPeriod; moved?: readonly MovedPeriod[] },
			reason: string | null = null,
		): Statement[] {
			const isUnchanged = isAs(before)
			const isChanged = sql`(${isAs(after)} AND ${subscriptions.cancellationReason} IS ${reason})`
			const { endsAt, pausedAt, resumesAt, pauseCount, cancelledAt } = after
			return [
				refuseWhen(
					'subscription_not_usable',
					sql`NOT EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.userId} = ${actorUserId(actor)}
						AND (${isUnchanged} OR ${isChanged}))`,
				),
				...(endsAt === before.endsAt
					? []
					: [
							refuseWhen(
								'subscription_not_usable',
								sql`EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.id} IN ${laterPeriods(sql`${before.id}`)}
									AND ${subscriptions.cancelledAt} IS NULL AND NOT ${isAmong(moved.map((period) => period.before))}
									AND NOT ${isAmong(moved.map((period) => period.after))})`,
							),
							...moved.map((period) =>
								rawWrite(sql`UPDATE ${subscriptions} SET starts_at = ${period.after.startsAt}, ends_at = ${period.after.endsAt}
									WHERE id = ${period.before.id} AND cancelled_at IS NULL AND starts_at = ${period.before.startsAt}`),
							),
						]),
				updateWhere(
					subscriptions,
					{ endsAt, pausedAt, resumesAt, pauseCount, cancelledAt, cancellationReason: reason },
					isUnchanged,
				),
			]
		},

		/** Refuses its batch where a refundable period was used since the read (D46). */
		requireUseAsSeen: ({ id }: StoredPeriod, isRefundable: boolean, now: Instant): Statement<number> =>
			refuseWhen(
				'subscription_not_usable',
				isRefundable
					? sql`${isUsedAt(sql`${id}`, sql`${now}`)} AND EXISTS (SELECT 1 FROM ${subscriptions}
						WHERE ${subscriptions.id} = ${id} AND ${subscriptions.cancelledAt} IS NULL)`
					: sql`0`,
			),

		/** Changes no row of another customer, or of an ended subscription. */
		setAutoRenews: (actor: Actor, subscriptionId: string, autoRenews: boolean): Statement<number> =>
			updateWhere(
				subscriptions,
				{ autoRenews },
				sql`${subscriptions.id} = ${subscriptionId} AND ${subscriptions.userId} = ${actorUserId(actor)}
					AND ${subscriptions.cancelledAt} IS NULL AND ${subscriptions.endsAt} > ${actor.at}`,
			),
	}
}

function isAmong(periods: readonly LaterPeriod[]): SQL {
	const rows = JSON.stringify(periods.map(({ id, startsAt, endsAt }) => [id, startsAt, endsAt]))
	return sql`((${subscriptions.id}, ${subscriptions.startsAt}, ${subscriptions.endsAt}) IN
		(SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${rows})))`
}

function isAs({ id, startsAt, endsAt, pausedAt, resumesAt, cancelledAt, pauseCount }: StoredPeriod): SQL {
	return sql`(${subscriptions.id} = ${id} AND ${subscriptions.startsAt} = ${startsAt} AND ${subscriptions.endsAt} = ${endsAt}
		AND ${subscriptions.pausedAt} IS ${pausedAt} AND ${subscriptions.resumesAt} IS ${resumesAt}
		AND ${subscriptions.cancelledAt} IS ${cancelledAt} AND ${subscriptions.pauseCount} = ${pauseCount})`
}
