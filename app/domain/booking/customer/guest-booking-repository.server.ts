import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorUserId } from '#db/actor.server.ts'
import { bookedAhead } from '#db/appointments.server.ts'
import type { Database } from '#db/client.server.ts'
import { flag, instant, only, rows, text } from '#db/row.server.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { appointmentServices } from '#db/schema/booking-services.ts'
import { shops } from '#db/schema/discovery.ts'
import { profiles, users } from '#db/schema/identity.ts'
import { insertFrom, rawRead, rawSelect, rawWrite, updateWhere } from '#db/statement.server.ts'

const bookingRow = rows({
	appointmentId: text(sql`visit.id`),
	startsAt: instant(sql`visit.starts_at`),
	serviceName: text(sql`(SELECT ${appointmentServices.name} FROM ${appointmentServices}
		WHERE ${appointmentServices.appointmentId} = visit.id AND ${appointmentServices.position} = 0)`),
	shopName: shops.name,
	timeZone: shops.timeZone,
})
/** For the mail with its link. */
export type BookingToFind = ReturnType<typeof bookingRow.read>

/** A claim needs the account's confirmed e-mail, or a link mailed to the booking's (D8). */
export type ClaimProof = 'confirmed_email' | 'mailed_link'

/** Guests' bookings: found again by e-mail, and claimed by an account. */
export function createGuestBookingRepository(read: Database['read']) {
	return {
		/** Ahead, soonest first. */
		bookingsAhead: (email: string, now: Instant, limit: number): Promise<BookingToFind[]> =>
			read(
				rawSelect(
					bookingRow,
					sql`FROM (SELECT ${appointments.id} AS id, ${appointments.startsAt} AS starts_at, ${appointments.shopId} AS shop_id
							FROM ${bookedAhead(email, now)}) visit
						JOIN ${shops} ON ${shops.id} = visit.shop_id
						ORDER BY visit.starts_at, visit.id LIMIT ${limit}`,
				),
			),

		/**
		 * Makes one booking the actor's, and no other of its address (R44). Changes nothing without the proof, or where an
		 * account has the booking: of two claims one wins.
		 */
		claimBooking(actor: Actor, appointmentId: string, proof: ClaimProof, now: Instant): Statement[] {
			const mayClaim = claimable(actor, appointmentId, proof)
			const ownClient = sql`(SELECT own.id FROM clients own WHERE own.user_id = ${actorUserId(actor)}
				AND own.shop_id = ${appointments.shopId} ORDER BY own.created_at, own.id LIMIT 1)`
			const claimed = sql`(SELECT visit.client_id FROM appointments visit JOIN clients own ON own.id = visit.client_id
				WHERE visit.id = ${appointmentId} AND visit.checkout_id = ${checkouts.id}
					AND own.user_id = ${actorUserId(actor)} AND visit.client_id <> ${checkouts.clientId})`
			return [
				insertFrom(
					clients,
					{
						id: newId(),
						shopId: sql`${appointments.shopId}`,
						userId: sql`${users.id}`,
						firstName: sql`${profiles.firstName}`,
						lastName: sql`${profiles.lastName}`,
						email: sql`${users.email}`,
						phone: sql`${profiles.phone}`,
						createdAt: now,
					},
					sql`FROM ${appointments} JOIN ${users} ON ${users.id} = ${actorUserId(actor)}
						JOIN ${profiles} ON ${profiles.id} = ${users.id}
						WHERE ${mayClaim} AND ${ownClient} IS NULL`,
				),
				updateWhere(appointments, { clientId: ownClient }, sql`${mayClaim} AND ${ownClient} IS NOT NULL`),
				updateWhere(
					checkouts,
					{ clientId: claimed, createdByUserId: actorUserId(actor) },
					sql`${checkouts.id} = (SELECT visit.checkout_id FROM appointments visit WHERE visit.id = ${appointmentId})
								AND ${claimed} IS NOT NULL`,
				),
				// The shop's note about the guest moves with their last booking.
				rawWrite(sql`UPDATE clients SET shop_note = coalesce(shop_note || char(10), '') || ${noteLeftBy(appointmentId)}
					WHERE user_id = ${actorUserId(actor)} AND id = (SELECT client_id FROM appointments WHERE id = ${appointmentId})
						AND ${noteLeftBy(appointmentId)} IS NOT NULL`),
				// A guest without bookings keeps nothing personal. Deleting the row would walk through all reviews.
				updateWhere(
					clients,
					{ firstName: '', lastName: '', email: null, phone: null, shopNote: null },
					sql`${clients.id} IN (SELECT guest.id FROM clients guest WHERE ${isLeftBy(sql`guest`, appointmentId)})`,
				),
			]
		},

		/** Last in the batch: whether the booking is the actor's now. */
		isOwnBooking: (actor: Actor, appointmentId: string): Statement<boolean[]> =>
			rawRead(
				sql`SELECT coalesce(${clients.userId} = ${actorUserId(actor)}, 0) AS is_own
					FROM ${appointments} JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
					WHERE ${appointments.id} = ${appointmentId}`,
				only(flag('is_own')),
			),
	}
}

/** A guest row of the booking's shop and address that nothing names any more. */
function isLeftBy(guest: SQL, appointmentId: string): SQL {
	return sql`${guest}.user_id IS NULL AND (${guest}.shop_id, ${guest}.email) IN
			(SELECT checkout.shop_id, checkout.email FROM checkouts checkout JOIN appointments visit ON visit.checkout_id = checkout.id
				WHERE visit.id = ${appointmentId})
		AND NOT EXISTS (SELECT 1 FROM checkouts WHERE checkouts.client_id = ${guest}.id)
		AND NOT EXISTS (SELECT 1 FROM appointments WHERE appointments.client_id = ${guest}.id)`
}

/** The shop's note about a guest whose last booking this was; NULL for none. */
function noteLeftBy(appointmentId: string): SQL {
	return sql`(SELECT guest.shop_note FROM clients guest WHERE ${isLeftBy(sql`guest`, appointmentId)} AND guest.shop_note IS NOT NULL LIMIT 1)`
}

/** Still a guest's, and the proof holds. */
function claimable(actor: Actor, appointmentId: string, proof: ClaimProof): SQL {
	const isGuests = sql`${appointments.id} = ${appointmentId} AND EXISTS
		(SELECT 1 FROM clients guest WHERE guest.id = ${appointments.clientId} AND guest.user_id IS NULL)`
	if (proof === 'mailed_link') return isGuests
	return sql`${isGuests} AND EXISTS (SELECT 1 FROM checkouts booked JOIN users account ON account.email = booked.email
		WHERE booked.id = ${appointments.checkoutId} AND account.id = ${actorUserId(actor)} AND account.email_verified_at IS NOT NULL)`
}
