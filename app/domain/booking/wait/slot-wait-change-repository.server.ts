import { sql } from 'drizzle-orm'
import { ofEachWidth } from '#app/domain/booking/hold/ceiling-repository.server.ts'
import type { Actor, RateLimitedCaller } from '#app/kernel/actor.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { callerUserId, countedNetworkKey } from '#db/caller.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { leavingUserId } from '#db/leaving.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { appointments, checkouts } from '#db/schema/booking.ts'
import { slotWaits } from '#db/schema/booking-slot-waits.ts'
import { users } from '#db/schema/identity.ts'
import { deleteWhere, insertFrom, rawWrite } from '#db/statement.server.ts'
import { isProven, type SlotWait } from './slot-wait-repository.server.ts'

/**
 * Waits of one contact or account, joins of a network within an hour, and the longest line. Unproven places are counted
 * apart from proven ones (S33).
 */
const MAX_WAITS = 5
const MAX_NETWORK_WAITS = 20
const MAX_LINE = 100
const MAX_UNPROVEN_LINE = 400

/** Waits are joined, offered a time, and ended. */
export function createSlotWaitChangeRepository() {
	return {
		/**
		 * An address has one place in a day's line. A guest's second place replaces the first while that is unproven. An
		 * account's new place replaces its earlier one, or one under its confirmed address. Refused beyond the ceilings
		 * ('too_many_slot_waits', D33).
		 */
		join: (wait: {
			id: string
			shopId: string
			serviceId: string
			staffMemberId: string | null
			date: CivilDate
			contact: { firstName: string; lastName: string; email: string; phone: string | null }
			caller: RateLimitedCaller
			now: Instant
		}): Statement[] => {
			const { contact, caller, now, ...input } = wait
			return [
				insertFrom(
					slotWaits,
					{
						...input,
						...contact,
						userId: callerUserId(caller),
						networkKey: countedNetworkKey(caller, caller.networkKey),
						joinedAt: now,
						// The next run of the job looks at it.
						lookedAt: now - 1,
					},
					sql`WHERE true ON CONFLICT (email, shop_id, date) WHERE ended_at IS NULL DO UPDATE SET
						joined_at = CASE WHEN service_id = excluded.service_id AND staff_member_id IS excluded.staff_member_id
							AND user_id IS excluded.user_id THEN joined_at ELSE excluded.joined_at END,
						offer_count = CASE WHEN user_id IS excluded.user_id THEN offer_count ELSE 0 END,
						user_id = excluded.user_id, service_id = excluded.service_id, staff_member_id = excluded.staff_member_id,
						first_name = excluded.first_name, last_name = excluded.last_name, phone = excluded.phone
					WHERE user_id = excluded.user_id OR (user_id IS NULL AND proven_at IS NULL AND excluded.user_id IS NULL) OR EXISTS (SELECT 1 FROM users
						WHERE id = excluded.user_id AND email = excluded.email AND email_verified_at IS NOT NULL)`,
				),
				refuseWhen(
					'too_many_slot_waits',
					sql`EXISTS (SELECT 1 FROM slot_waits mine WHERE mine.id = ${wait.id} AND mine.joined_at = ${now} AND (
						CASE WHEN mine.user_id IS NULL
							THEN (SELECT count(*) FROM slot_waits WHERE mailbox = mine.mailbox AND ended_at IS NULL AND user_id IS NULL)
							ELSE (SELECT count(*) FROM slot_waits WHERE user_id = mine.user_id AND ended_at IS NULL) END > ${MAX_WAITS}
						OR ${ofEachWidth(
							(isSame, times) => sql`(SELECT count(*) FROM slot_waits wait
								WHERE ${isSame(sql`wait.network_key`)} AND joined_at > ${now - HOUR_MS}) > ${MAX_NETWORK_WAITS * times}`,
							caller.networkKey,
						)}
						OR (SELECT count(*) FROM ${slotWaits} WHERE shop_id = mine.shop_id AND date = mine.date AND ended_at IS NULL
							AND ${isProven}) > ${MAX_LINE}
						OR (SELECT count(*) FROM ${slotWaits} WHERE shop_id = mine.shop_id AND date = mine.date AND ended_at IS NULL
							AND NOT ${isProven}) > ${MAX_UNPROVEN_LINE}))`,
				),
			]
		},

		/** The customer followed the address's link. */
		prove: (waitId: string, now: Instant): Statement<number> =>
			rawWrite(
				sql`UPDATE slot_waits SET proven_at = coalesce(proven_at, ${now}) WHERE id = ${waitId} AND ended_at IS NULL`,
			),

		leave: (waitId: string, now: Instant): Statement<number> =>
			rawWrite(
				sql`UPDATE slot_waits SET ended_at = ${now}, ended_by = 'left' WHERE id = ${waitId} AND ended_at IS NULL`,
			),

		/**
		 * Offers a freed time. The named draft holds it; with null it is only announced. Refused where the wait ended, or
		 * was offered a time since `offerCount` was read ('wait_not_needed').
		 */
		offer: (
			{ id, offerCount }: Pick<SlotWait, 'id' | 'offerCount'>,
			offer: { startsAt: Instant; expiresAt: Instant; draftId: string | null; now: Instant },
		): Statement[] => {
			const isMine = sql`id = ${id} AND ended_at IS NULL AND offered_at = ${offer.now} AND offered_starts_at = ${offer.startsAt}
				AND draft_id IS ${offer.draftId}`
			return [
				rawWrite(sql`UPDATE slot_waits SET offer_count = ${offerCount + 1}, offered_at = ${offer.now}, offer_expires_at = ${offer.expiresAt},
					offered_starts_at = ${offer.startsAt}, draft_id = ${offer.draftId}
					WHERE id = ${id} AND ended_at IS NULL AND offer_count = ${offerCount}`),
				refuseWhen('wait_not_needed', sql`NOT EXISTS (SELECT 1 FROM slot_waits WHERE ${isMine})`),
			]
		},

		/** Waits whose offers are used up, or whose day is over. */
		endWaits: (waitIds: readonly string[], endedBy: 'spent' | 'over', now: Instant): Statement<number> =>
			rawWrite(sql`UPDATE slot_waits SET ended_at = ${now}, ended_by = ${endedBy}
				WHERE id IN (SELECT value FROM json_each(${JSON.stringify(waitIds)})) AND ended_at IS NULL
					AND coalesce(offer_expires_at, 0) <= ${now}`),

		markLooked: (waitIds: readonly string[], now: Instant): Statement<number> =>
			rawWrite(sql`UPDATE slot_waits SET looked_at = ${now}
				WHERE id IN (SELECT value FROM json_each(${JSON.stringify(waitIds)}))`),

		/** Ends the customer's waits there for the booked day. A typed address ends no proven wait (S33). */
		endBooked: (appointmentId: string, now: Instant): Statement<number> =>
			rawWrite(sql`UPDATE slot_waits SET ended_at = ${now}, ended_by = 'booked' WHERE ended_at IS NULL AND id IN (
				SELECT wait.id FROM ${appointments} JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
				JOIN slot_waits wait ON wait.shop_id = ${appointments.shopId} AND wait.date = ${appointments.scheduledDate} AND wait.ended_at IS NULL
					AND (wait.draft_id = ${checkouts.draftId} OR wait.user_id = ${checkouts.createdByUserId}
						OR (wait.user_id IS NULL AND wait.proven_at IS NULL AND wait.email = ${checkouts.email}))
				WHERE ${appointments.id} = ${appointmentId})`),

		/** The waits of the account and of its confirmed address. */
		forgetWaits: (actor: Actor, passwordHash: string): Statement<number> => {
			const owner = leavingUserId(actor, passwordHash)
			return deleteWhere(
				slotWaits,
				sql`${slotWaits.userId} = ${owner} OR ${slotWaits.email} = (SELECT ${users.email} FROM ${users}
							WHERE ${users.id} = ${owner} AND ${users.emailVerifiedAt} IS NOT NULL)`,
			)
		},

		purgeOfDaysBefore: (date: CivilDate): Statement<number> =>
			deleteSlice(slotWaits, sql`${slotWaits.date} < ${date}`),
	}
}
