import { type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import {
	checkoutsOfGuest,
	checkoutsToLookAt,
	type GuestTerm,
	leavingCheckouts,
	moneyUnderWayOf,
	overdueCheckouts,
	visitAheadOf,
} from '#db/leaving-guest.server.ts'
import { decode, flag, integer } from '#db/row.server.ts'
import { rawRead, rawWrite } from '#db/statement.server.ts'

const toStanding = decode({
	bookings: integer('bookings'),
	isAhead: flag('is_ahead'),
	isMoneyUnderWay: flag('is_money_under_way'),
})

/** What guests' bookings say about them: to forget when they ask, and when their visits are long over (S32). */
export function createGuestContactRepository(read: Database['read']) {
	return {
		/** How many bookings carry an address, and what forbids to forget it now. */
		async standingOf(email: string, now: Instant) {
			const [standing] = await read(
				rawRead(
					sql`SELECT (SELECT count(*) FROM ${checkoutsOfGuest(email)}) AS bookings,
						EXISTS (${visitAheadOf(email, now)}) AS is_ahead,
						EXISTS (${moneyUnderWayOf(email, now)}) AS is_money_under_way`,
					toStanding,
				),
			)
			return standing ?? { bookings: 0, isAhead: false, isMoneyUnderWay: false }
		},

		/**
		 * Takes a guest's name, contact and words out of what shops keep; visits, amounts and stars stay. Nothing happens while
		 * a visit is ahead or money is under way. Belongs after what is found through the checkouts, and before the messages.
		 */
		forgetGuest: (email: string, now: Instant): Statement<number>[] => {
			const owned = leavingCheckouts(email, now)
			return [
				rawWrite(sql`DELETE FROM slot_waits WHERE email = ${email} AND user_id IS NULL AND EXISTS ${owned}`),
				rawWrite(
					sql`DELETE FROM drafts WHERE id IN (SELECT draft_id FROM checkouts WHERE id IN ${owned})
						OR (email = ${email} AND EXISTS ${owned})`,
				),
				rawWrite(sql`UPDATE reviews SET comment = '', reply = NULL, replied_at = NULL
					WHERE appointment_id IN (SELECT id FROM appointments WHERE checkout_id IN ${owned})`),
				...cutContact(owned),
				rawWrite(sql`UPDATE clients SET first_name = 'Former customer', last_name = '', email = NULL, phone = NULL
					WHERE email = ${email} AND user_id IS NULL
						AND NOT EXISTS (SELECT 1 FROM checkouts WHERE client_id = clients.id AND first_name <> 'Former customer')`),
			]
		},

		/** Housekeeping: the contact of guests whose visits are long over. */
		forgetOverdue: (term: GuestTerm): [...Statement<number>[], Statement<number>] => [
			...cutContact(overdueCheckouts(term)),
			rawWrite(
				sql`UPDATE checkouts SET contact_looked_at = ${term.now} WHERE id IN ${checkoutsToLookAt(term)}`,
			),
		],
	}
}

/** Of the checkouts whose ids are given: their own contact last, because it finds them. */
function cutContact(checkoutIds: SQL): Statement<number>[] {
	const visits = sql`(SELECT id FROM appointments WHERE checkout_id IN ${checkoutIds})`
	return [
		// The shop's own words too, which may name the guest.
		rawWrite(
			sql`UPDATE visit_problems SET words = '', answer = CASE WHEN answer IS NOT NULL THEN '' END WHERE appointment_id IN ${visits}`,
		),
		rawWrite(sql`UPDATE appointments SET visitor_name = NULL, customer_note = NULL,
			cancellation_reason = CASE WHEN cancellation_reason IS NOT NULL THEN '' END WHERE id IN ${visits}`),
		// A client row stays as long as another booking needs it.
		rawWrite(sql`UPDATE clients SET first_name = 'Former customer', last_name = '', email = NULL, phone = NULL
			WHERE user_id IS NULL AND id IN (SELECT client_id FROM checkouts WHERE id IN ${checkoutIds})
				AND NOT EXISTS (SELECT 1 FROM checkouts other WHERE other.client_id = clients.id
					AND other.first_name <> 'Former customer' AND other.id NOT IN ${checkoutIds})`),
		rawWrite(sql`UPDATE checkouts SET first_name = 'Former customer', last_name = '', email = NULL, phone = NULL,
			visitor_name = NULL, customer_note = NULL WHERE id IN ${checkoutIds}`),
	]
}
