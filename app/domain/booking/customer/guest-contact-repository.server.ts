import { type SQL, sql } from 'drizzle-orm'
import type { GuestContact } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { withoutNotes } from '#db/booking-notes.server.ts'
import type { Database } from '#db/client.server.ts'
import {
	checkoutsOfGuest,
	checkoutsToLookAt,
	type GuestTerm,
	leavingCheckouts,
	overdueCheckouts,
	selectAppointmentAhead,
	selectOpenMoney,
} from '#db/leaving.server.ts'
import { flag, integer, pickColumns, rows } from '#db/row.server.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { rawSelect, rawWrite } from '#db/statement.server.ts'

const guestContactRow = rows({
	checkoutId: checkouts.id,
	...pickColumns(checkouts, 'email', 'phone'),
})

/** Guests' contacts in bookings: forgotten on request, and long after their visits (S32). */
export function createGuestContactRepository(read: Database['read']) {
	return {
		/** How many bookings carry a contact, and what forbids forgetting it now. */
		async guestStandingOf(contact: GuestContact, now: Instant) {
			const [standing] = await read(
				rawSelect(
					rows({
						bookings: integer(sql`(SELECT count(*) FROM ${checkoutsOfGuest(contact)})`),
						isAhead: flag(sql`EXISTS (${selectAppointmentAhead(contact, now)})`),
						isMoneyUnderWay: flag(sql`EXISTS (${selectOpenMoney(contact, now)})`),
					}),
				),
			)
			return standing ?? { bookings: 0, isAhead: false, isMoneyUnderWay: false }
		},

		/** Null for a number without a guest's booking. */
		async guestContactOf(referenceNumber: string): Promise<GuestContact | null> {
			const [booking] = await read(
				rawSelect(
					guestContactRow,
					sql`FROM ${appointments} JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
						JOIN ${clients} ON ${clients.id} = ${checkouts.clientId}
						WHERE ${appointments.referenceNumber} = ${referenceNumber} AND ${checkouts.createdByUserId} IS NULL
							AND ${clients.userId} IS NULL`,
				),
			)
			if (!booking) return null
			const { checkoutId, email, phone } = booking
			if (email !== null) return { email }
			return phone !== null ? { phone } : { checkoutId }
		},

		/**
		 * Removes a guest's name, contact and words from the shops' records; visits, amounts and stars stay. Changes
		 * nothing while a visit is ahead or money is under way. Stands after the purge that finds rows through checkouts,
		 * and before that of messages.
		 */
		forgetGuest: (contact: GuestContact, now: Instant): Statement<number>[] => {
			const owned = leavingCheckouts(contact, now)
			const email = 'email' in contact ? contact.email : null
			return [
				rawWrite(sql`DELETE FROM slot_waits WHERE email = ${email} AND user_id IS NULL AND EXISTS ${owned}`),
				rawWrite(
					sql`DELETE FROM drafts WHERE id IN (SELECT draft_id FROM checkouts WHERE id IN ${owned})
						OR (email = ${email} AND EXISTS ${owned})`,
				),
				rawWrite(sql`UPDATE reviews SET comment = '', reply = NULL, replied_at = NULL
					WHERE appointment_id IN (SELECT id FROM appointments WHERE checkout_id IN ${owned})`),
				...cutContact(owned),
				rawWrite(sql`UPDATE clients SET first_name = 'Former customer', last_name = '', email = NULL, phone = NULL, shop_note = NULL
					WHERE email = ${email} AND user_id IS NULL
						AND NOT EXISTS (SELECT 1 FROM checkouts WHERE client_id = clients.id AND first_name <> 'Former customer')`),
			]
		},

		/** Housekeeping: the contacts of guests whose visits are long over. */
		forgetOverdueGuests: (term: GuestTerm): [...Statement<number>[], Statement<number>] => [
			...cutContact(overdueCheckouts(term)),
			rawWrite(
				sql`UPDATE checkouts SET contact_looked_at = ${term.now} WHERE id IN ${checkoutsToLookAt(term)}`,
			),
		],
	}
}

/** The checkouts' own contact goes last, because it finds the other rows. */
function cutContact(checkoutIds: SQL): Statement<number>[] {
	const appointments = sql`(SELECT id FROM appointments WHERE checkout_id IN ${checkoutIds})`
	return [
		// The shop's own words may name the guest.
		rawWrite(
			sql`UPDATE visit_problems SET words = '', answer = CASE WHEN answer IS NOT NULL THEN '' END WHERE appointment_id IN ${appointments}`,
		),
		rawWrite(sql`UPDATE appointments SET ${withoutNotes},
			cancellation_reason = CASE WHEN cancellation_reason IS NOT NULL THEN '' END WHERE id IN ${appointments}`),
		// Another booking may still need the client row.
		rawWrite(sql`UPDATE clients SET first_name = 'Former customer', last_name = '', email = NULL, phone = NULL, shop_note = NULL
			WHERE user_id IS NULL AND id IN (SELECT client_id FROM checkouts WHERE id IN ${checkoutIds})
				AND NOT EXISTS (SELECT 1 FROM checkouts other WHERE other.client_id = clients.id
					AND other.first_name <> 'Former customer' AND other.id NOT IN ${checkoutIds})`),
		rawWrite(sql`UPDATE checkouts SET first_name = 'Former customer', last_name = '', email = NULL, phone = NULL,
			${withoutNotes},
			discount_reason = CASE WHEN discount_reason IS NOT NULL THEN '' END WHERE id IN ${checkoutIds}`),
	]
}
