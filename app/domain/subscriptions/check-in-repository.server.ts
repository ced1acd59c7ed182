import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { instant, nullable, pickColumns, rows, rowsOrNull, text } from '#db/row.server.ts'
import { shops } from '#db/schema/discovery.ts'
import { profiles } from '#db/schema/identity.ts'
import { subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { checkInCodes } from '#db/schema/subscriptions-entries.ts'
import { sessionBookings } from '#db/schema/subscriptions-sessions.ts'
import {
	deleteWhere,
	insertFrom,
	placeholder,
	preparedSelect,
	rawRead,
	updateWhere,
} from '#db/statement.server.ts'
import { OPENS_BEFORE_START_MS } from './check-in.ts'
import { isUsableAt } from './entry-repository.server.ts'
import { subscriptionLimits, subscriptionTimes, usedEntries } from './own-subscription-repository.server.ts'
import { weekStartsAt } from './plan-times.server.ts'

/** The first booked session that a code can complete now: from an hour ahead (D48). */
const openPlace = (subscriptionId: SQL, now: SQL | Instant): SQL =>
	sql`SELECT ${sessionBookings.id} FROM ${sessionBookings} WHERE ${sessionBookings.subscriptionId} = ${subscriptionId}
		AND ${sessionBookings.status} = 'booked' AND ${sessionBookings.startsAt} <= ${now} + ${OPENS_BEFORE_START_MS}
		AND ${sessionBookings.endsAt} > ${now} ORDER BY ${sessionBookings.startsAt} LIMIT 1`

/** The subscription lets in now, or a booked session does. */
const letsIn = (now: SQL | Instant): SQL =>
	sql`(${isUsableAt(now)} OR (${subscriptions.cancelledAt} IS NULL AND EXISTS (${openPlace(sql`${subscriptions.id}`, now)})))`

const stateFields = (now: SQL | Instant) => ({
	...subscriptionTimes,
	...subscriptionLimits,
	...usedEntries(now),
})

const shown = preparedSelect(
	rows({
		...stateFields(sql`${actorPlaceholders.at}`),
		subscriptionId: subscriptions.id,
		title: subscriptionPlans.title,
		shop: rows({ id: shops.id, name: shops.name, timeZone: shops.timeZone }),
		/** The session that a scan completes now; null without one. */
		place: rowsOrNull(
			'id',
			rows({ id: text(sql`(${openPlace(sql`${subscriptions.id}`, sql`${actorPlaceholders.at}`)})`) }),
		),
		/** The next booked session's start; null without one. */
		nextPlaceStartsAt: nullable(
			instant(sql`(SELECT min(${sessionBookings.startsAt}) FROM ${sessionBookings}
				WHERE ${sessionBookings.subscriptionId} = ${subscriptions.id} AND ${sessionBookings.status} = 'booked'
					AND ${sessionBookings.endsAt} > ${actorPlaceholders.at})`),
		),
		code: rowsOrNull('id', rows(pickColumns(checkInCodes, 'id', 'typedCode', 'expiresAt', 'usedAt'))),
	}),
	() => sql`FROM ${subscriptions} JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${subscriptions.planId}
		JOIN ${shops} ON ${shops.id} = ${subscriptions.shopId}
		LEFT JOIN ${checkInCodes} ON ${checkInCodes.subscriptionId} = ${subscriptions.id}
		WHERE ${subscriptions.id} = ${placeholder('subscriptionId')} AND ${subscriptions.userId} = ${actorUserId(actorPlaceholders)}
		ORDER BY ${checkInCodes.createdAt} DESC LIMIT 1`,
)

function selectCode(condition: SQL, now: Instant) {
	const code = rows({
		...pickColumns(checkInCodes, 'id', 'subscriptionId'),
		userId: subscriptions.userId,
		...pickColumns(checkInCodes, 'shopId', 'expiresAt', 'usedAt', 'usedByKey'),
		...stateFields(now),
		title: subscriptionPlans.title,
		timeZone: shops.timeZone,
		firstName: nullable(text(profiles.firstName)),
		lastName: nullable(text(profiles.lastName)),
		/** Of a used code, the session that it completed; else the session that it would complete. */
		place: rowsOrNull('id', rows(pickColumns(sessionBookings, 'id', 'sessionId', 'startsAt'))),
	})
	return rawRead(
		sql`SELECT ${code.columns}
			FROM ${checkInCodes} JOIN ${subscriptions} ON ${subscriptions.id} = ${checkInCodes.subscriptionId}
			JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${subscriptions.planId}
			JOIN ${shops} ON ${shops.id} = ${checkInCodes.shopId}
			LEFT JOIN ${profiles} ON ${profiles.id} = ${subscriptions.userId}
			LEFT JOIN ${sessionBookings} ON ${sessionBookings.id} = CASE WHEN ${checkInCodes.usedAt} IS NULL
				THEN (${openPlace(sql`${checkInCodes.subscriptionId}`, now)}) ELSE ${checkInCodes.bookingId} END
			WHERE ${condition}`,
		(row) => {
			const found = code.read(row)
			return { ...found, entriesUsedInWeek: usedInWeek(found, found.timeZone, now) }
		},
	)
}

/** Codes that let a plan's holder in once. */
export function createCheckInRepository(read: Database['read']) {
	return {
		/** With its newest code; null for an unknown one, or another customer's. */
		async shownCode(actor: Actor, subscriptionId: string) {
			const [found] = await read(shown({ ...actor, subscriptionId }))
			return found ? { ...found, entriesUsedInWeek: usedInWeek(found, found.shop.timeZone, actor.at) } : null
		},

		/**
		 * Only for an own subscription that lets in now. The previous unused code ends. A late request inserts nothing
		 * where a newer code exists.
		 */
		insertCode: (
			actor: Actor,
			code: { id: string; subscriptionId: string; typedCode: string; expiresAt: Instant },
		) => {
			const { at: now } = actor
			const isOwn = sql`${subscriptions.id} = ${code.subscriptionId} AND ${subscriptions.userId} = ${actorUserId(actor)}`
			return {
				ended: deleteWhere(
					checkInCodes,
					sql`${checkInCodes.subscriptionId} = (SELECT ${subscriptions.id} FROM ${subscriptions} WHERE ${isOwn})
						AND ${checkInCodes.usedAt} IS NULL AND ${checkInCodes.id} <> ${code.id} AND ${checkInCodes.createdAt} <= ${now}`,
				),
				inserted: insertFrom(
					checkInCodes,
					{
						id: code.id,
						subscriptionId: sql`${subscriptions.id}`,
						shopId: sql`${subscriptions.shopId}`,
						typedCode: code.typedCode,
						createdAt: now,
						expiresAt: code.expiresAt,
					},
					sql`FROM ${subscriptions} WHERE ${isOwn} AND ${letsIn(now)}
						AND NOT EXISTS (SELECT 1 FROM ${checkInCodes} newer WHERE newer.subscription_id = ${subscriptions.id} AND newer.created_at > ${now})
						ON CONFLICT (id) DO NOTHING`,
				),
				found: rawRead(sql`SELECT 1 FROM ${checkInCodes} WHERE ${checkInCodes.id} = ${code.id}`, () => true),
			}
		},

		/** As a scanned code names it. */
		codeById: (codeId: string, now: Instant) => selectCode(sql`${checkInCodes.id} = ${codeId}`, now),

		/** As it was read out at the shop. */
		codeByTyped: (shopId: string, typedCode: string, now: Instant) =>
			selectCode(sql`${checkInCodes.shopId} = ${shopId} AND ${checkInCodes.typedCode} = ${typedCode}`, now),

		readCode: async (statement: ReturnType<typeof selectCode>) => (await read(statement))[0] ?? null,

		/**
		 * Refuses its batch ('check_in_code_used') where another request used the code, or it expired. A request may
		 * repeat, by its key.
		 */
		spendCode: ({
			codeId,
			key,
			placeId,
			now,
		}: {
			codeId: string
			key: string
			placeId: string | null
			now: Instant
		}): Statement<number>[] => [
			refuseWhen(
				'check_in_code_used',
				sql`NOT EXISTS (SELECT 1 FROM ${checkInCodes} WHERE ${checkInCodes.id} = ${codeId}
					AND ((${checkInCodes.usedAt} IS NULL AND ${checkInCodes.expiresAt} > ${now}) OR ${isUsedBy(key)}))`,
			),
			updateWhere(
				checkInCodes,
				{ usedAt: now, usedByKey: key, bookingId: placeId },
				sql`${checkInCodes.id} = ${codeId} AND ${checkInCodes.usedAt} IS NULL`,
			),
		],

		/** Stands after `spendCode`: the session took place. Refuses its batch where the place was cancelled meanwhile. */
		completePlace: (placeId: string, subscriptionId: string, now: Instant): Statement<number>[] => [
			refuseWhen(
				'subscription_not_usable',
				sql`NOT EXISTS (SELECT 1 FROM ${sessionBookings} WHERE ${sessionBookings.id} = ${placeId} AND ${sessionBookings.status} <> 'cancelled')
					OR EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.id} = ${subscriptionId} AND (${subscriptions.cancelledAt} IS NOT NULL
						OR (coalesce(${subscriptions.pausedAt} <= ${now}, 0) AND ${subscriptions.resumesAt} > ${now})))`,
			),
			updateWhere(
				sessionBookings,
				{ status: 'completed', completedAt: now },
				sql`${sessionBookings.id} = ${placeId} AND ${sessionBookings.status} = 'booked'`,
			),
		],

		/** Refuses its batch where a session that a scan would complete was booked since the read. */
		requireNoOpenPlace: (subscriptionId: string, now: Instant): Statement<number> =>
			refuseWhen('subscription_not_usable', sql`EXISTS (${openPlace(sql`${subscriptionId}`, now)})`),

		purgeCodesExpiredBefore: (at: Instant): Statement<number> =>
			deleteSlice(checkInCodes, sql`${checkInCodes.expiresAt} <= ${at}`),
	}
}

/** The present week by the shop's clock (D10). */
function usedInWeek({ weeks }: { weeks: Record<string, number> }, zone: ZoneName, now: Instant): number {
	return weeks[String(weekStartsAt(zone, now))] ?? 0
}

function isUsedBy(key: string): SQL {
	return sql`${checkInCodes.usedByKey} = ${key}`
}

export type CheckInRepository = ReturnType<typeof createCheckInRepository>
export type CheckInSubscription = NonNullable<Awaited<ReturnType<CheckInRepository['shownCode']>>>
export type CodeAtShop = NonNullable<Awaited<ReturnType<CheckInRepository['readCode']>>>
