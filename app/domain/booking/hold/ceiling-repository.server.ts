import { lte, type SQL, sql } from 'drizzle-orm'
import type { RateLimitedCaller } from '#app/kernel/actor.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { WIDE_TIMES, wideKeyOf } from '#app/kernel/network-key.ts'
import type { CountedActKind } from '#app/kernel/vocabulary/booking.ts'
import { MOST_OF_ANY_SHOP } from '#app/kernel/vocabulary/discovery.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { countedNetworkKey, isInWideNetworkOf } from '#db/caller.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { countedActs, drafts } from '#db/schema/booking-drafts.ts'
import { insertFrom } from '#db/statement.server.ts'
import { MAX_HOLDS } from './hold-policy.ts'

/**
 * Ceilings on what a stranger can make (D33, docs/decisions/024). Each counts right after the new row in its batch, and
 * refuses one too many. `mine` is that row. A wide network may do a multiple (S30). These two are for one network
 * within an hour.
 */
const MAX_DRAFTS = 200
const MAX_PAYMENT_STARTS = 60
/** Live holds of one network at one shop. */
const MAX_NETWORK_HOLDS = 60
/** Unpaid uses of promo codes by one network at a shop. */
const MAX_UNPAID_PROMO_USES = 10

/** Checks the holds of a contact or account, and of its network at the shop. */
export function holdCeilings(draftId: string, networkKey: string | null, now: Instant): Statement[] {
	const isOver = ofEachWidth((isSame, times) => {
		const { holdCount, bookingCount, isOverShareOfWeek } = networkAtShop(isSame, times, now)
		return sql`${holdCount} > ${MAX_NETWORK_HOLDS * times} OR (${holdCount} + ${bookingCount} > 1 AND ${isOverShareOfWeek})`
	}, networkKey)
	return [
		contactHoldCeiling(draftId, now),
		refuseWhen(
			'network_holds_full',
			sql`EXISTS (SELECT 1 FROM holds mine WHERE mine.draft_id = ${draftId} AND mine.network_key IS NOT NULL AND ${isOver})`,
		),
	]
}

/** Live holds of a contact, which is typed and unproven, or of an account (C36). */
export function contactHoldCeiling(draftId: string, now: Instant): Statement {
	return refuseWhen(
		'too_many_holds',
		sql`EXISTS (SELECT 1 FROM holds mine WHERE mine.draft_id = ${draftId} AND mine.checked_at = ${now} AND max(
			(SELECT count(*) FROM holds WHERE contact_mailbox = mine.contact_mailbox AND expires_at > ${now}),
			(SELECT count(*) FROM holds WHERE contact_phone = mine.contact_phone AND expires_at > ${now}),
			(SELECT count(*) FROM holds WHERE user_id = mine.user_id AND expires_at > ${now})
		) > ${MAX_HOLDS})`,
	)
}

/** Checks a counted act. Stands after a booking's checkout and appointment. */
export function actCeilings(
	kind: CountedActKind,
	subjectId: string,
	networkKey: string | null,
	now: Instant,
): Statement[] {
	if (kind === 'booking') return bookingCeilings(subjectId, networkKey, now)
	const [word, most] = ofNetwork[kind]
	return [
		refuseWhen(
			word,
			sql`EXISTS (SELECT 1 FROM counted_acts mine WHERE ${isMine(kind, subjectId, now)} AND ${ofEachWidth(
				(isSame, times) => sql`(SELECT count(*) FROM counted_acts act
					WHERE ${isSame(sql`act.network_key`)} AND kind = ${kind} AND acted_at > ${now - HOUR_MS}) > ${most * times}`,
				networkKey,
			)})`,
		),
	]
}

const ofNetwork = {
	draft: ['too_many_drafts', MAX_DRAFTS],
	payment: ['too_many_payment_starts', MAX_PAYMENT_STARTS],
} as const satisfies Record<Exclude<CountedActKind, 'booking'>, readonly [string, number]>

/** A network's guest bookings at the shop, and the booker's unpaid visits ahead. */
function bookingCeilings(checkoutId: string, networkKey: string | null, now: Instant): Statement[] {
	const isOver = ofEachWidth((isSame, times) => {
		const { holdCount, bookingCount, isOverShareOfWeek } = networkAtShop(isSame, times, now)
		return sql`${bookingCount} > ${times} * (SELECT min(max_guest_bookings_per_hour, ${MOST_OF_ANY_SHOP}) FROM shops WHERE id = mine.shop_id)
			OR (${holdCount} + ${bookingCount} > 1 AND ${isOverShareOfWeek})`
	}, networkKey)
	// CROSS JOIN keeps the planner from walking all that is ahead at the shop.
	const appointmentsAhead = sql`SELECT count(*) FROM checkouts other CROSS JOIN appointments visit ON visit.checkout_id = other.id
		WHERE visit.shop_id = booked.shop_id AND visit.status IN ('SCHEDULED', 'CONFIRMED') AND visit.paid_kobo = 0
			AND visit.starts_at > ${now}`
	return [
		refuseWhen(
			'too_many_guest_bookings',
			sql`EXISTS (SELECT 1 FROM counted_acts mine
				WHERE ${isMine('booking', checkoutId, now)} AND mine.network_key IS NOT NULL AND ${isOver})`,
		),
		// An account is counted apart: a stranger who types its address cannot fill its ceiling.
		refuseWhen(
			'too_many_appointments_ahead',
			sql`EXISTS (SELECT 1 FROM checkouts booked
				JOIN shops shop ON shop.id = booked.shop_id
				LEFT JOIN users account ON account.id = booked.created_by_user_id
				WHERE booked.id = ${checkoutId} AND max(
					(${appointmentsAhead} AND other.created_by_user_id = booked.created_by_user_id),
					(${appointmentsAhead} AND other.mailbox = booked.mailbox
						AND other.created_by_user_id IS NULL AND booked.created_by_user_id IS NULL),
					(${appointmentsAhead} AND other.phone = booked.phone
						AND other.created_by_user_id IS NULL AND booked.created_by_user_id IS NULL)
				) > min(${MOST_OF_ANY_SHOP}, CASE WHEN account.email_verified_at IS NULL
					THEN shop.max_ahead_unproven ELSE shop.max_ahead_proven END))`,
		),
	]
}

/** A checkout's reserved promo use. */
export function promoUseCeiling(checkoutId: string, now: Instant): Statement {
	return refuseWhen(
		'unpaid_promo_uses_full',
		sql`EXISTS (SELECT 1 FROM promo_uses made JOIN holds mine ON mine.checkout_id = made.checkout_id
			WHERE made.checkout_id = ${checkoutId} AND made.used_at = ${now} AND ${ofEachWidth(
				(
					isSame,
					times,
				) => sql`(SELECT count(*) FROM holds other JOIN promo_uses used ON used.checkout_id = other.checkout_id
					WHERE ${isSame(sql`other.network_key`)} AND other.shop_id = mine.shop_id AND other.expires_at > ${now}
				) > ${MAX_UNPAID_PROMO_USES * times}`,
			)})`,
	)
}

/** The row of this batch, not an earlier one for this subject. */
function isMine(kind: CountedActKind, subjectId: string, now: Instant) {
	return sql`mine.kind = ${kind} AND mine.subject_id = ${subjectId} AND mine.acted_at = ${now}`
}

type IsSame = (column: SQL) => SQL

/**
 * Whether the network of `mine` is over a ceiling, or its wide network over a multiple. With a key of only one width,
 * the wide network is not checked.
 */
export function ofEachWidth(isOver: (isSame: IsSame, times: number) => SQL, networkKey?: string | null): SQL {
	const narrow = sql`(${isOver((column) => sql`${column} = mine.network_key`, 1)})`
	if (networkKey === null || (networkKey !== undefined && wideKeyOf(networkKey) === null)) return narrow
	const wide = isOver((column) => isInWideNetworkOf(sql`mine.network_key`, column), WIDE_TIMES)
	return sql`(${narrow} OR (instr(mine.network_key, '.') > 0 AND (${wide})))`
}

/** Live holds and the last hour's guest bookings of `mine`'s network at its shop. */
function networkAtShop(isSame: IsSame, times: number, now: Instant) {
	const liveHolds = sql`${isSame(sql`hold.network_key`)} AND hold.shop_id = mine.shop_id AND hold.expires_at > ${now}`
	const bookings = sql`FROM counted_acts act WHERE ${isSame(sql`act.network_key`)} AND kind = 'booking'
		AND acted_at > ${now - HOUR_MS} AND shop_id = mine.shop_id`
	const heldMinutes = sql`(SELECT coalesce(sum(entry.blocked_until_at - entry.starts_at), 0) / 60000
		FROM holds hold JOIN calendar_entries entry ON entry.hold_id = hold.id WHERE ${liveHolds})`
	const bookedMinutes = sql`(SELECT coalesce(sum(staff_minutes), 0) ${bookings})`
	const weekMinutes = sql`(SELECT coalesce(sum(max(0, min(work.end_minute, open.closes_minute) - max(work.start_minute, open.opens_minute)
			- coalesce(work.break_end_minute - work.break_start_minute, 0))), 0)
		FROM staff_members member JOIN staff_schedules work ON work.staff_member_id = member.id
		JOIN shop_hours open ON open.shop_id = member.shop_id AND open.day_of_week = work.day_of_week
		WHERE member.shop_id = mine.shop_id AND member.is_active = 1 AND work.is_available = 1)`
	return {
		holdCount: sql`(SELECT count(*) FROM holds hold WHERE ${liveHolds})`,
		bookingCount: sql`(SELECT count(*) ${bookings})`,
		/** More than a tenth of the week's working minutes of the shop; for a wide network a multiple. */
		isOverShareOfWeek: sql`(${heldMinutes} + ${bookedMinutes}) * 10 > ${weekMinutes} * ${times}`,
	}
}

export type CountedAct = {
	kind: CountedActKind
	/** The id of the new row. */
	subjectId: string
	/** Null: that of the draft, which is the subject. */
	shopId: string | null
	caller: RateLimitedCaller
	staffMinutes?: number
	now: Instant
}

export function createCountedActRepository() {
	return {
		/**
		 * Counts the act in its batch, and refuses one too many (D33). Stands after a booking's checkout and appointment.
		 */
		countAct: ({ kind, subjectId, shopId, caller, staffMinutes = 0, now }: CountedAct): Statement[] => [
			insertFrom(
				countedActs,
				{
					kind,
					subjectId,
					shopId: shopId ?? sql`(SELECT ${drafts.shopId} FROM ${drafts} WHERE ${drafts.id} = ${subjectId})`,
					networkKey: countedNetworkKey(caller, caller.networkKey),
					staffMinutes,
					actedAt: now,
				},
				sql`WHERE true ON CONFLICT DO NOTHING`,
			),
			...actCeilings(kind, subjectId, caller.networkKey, now),
		],

		purgeActsBefore: (actedBefore: Instant): Statement<number> =>
			deleteSlice(countedActs, lte(countedActs.actedAt, actedBefore)),
	}
}
