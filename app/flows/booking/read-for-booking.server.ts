import type { LiveAppointment } from '#app/domain/booking/hold/hold-policy.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { parseEmail } from '#app/kernel/email.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type DraftWithCalendar, type ReadDraftDeps, readPostedDraft } from './read-draft.server.ts'

export type ReadForBookingDeps = ReadDraftDeps & Pick<Repositories, 'booking'>

/** What validates a booking. */
export type ReadForBooking = {
	priced: DraftWithCalendar | null
	/** The customer's other live appointments; empty where nothing is booked. */
	ownAppointments: readonly LiveAppointment[]
	/** This customer's no-shows in this shop. */
	noShowCount: number
	hasPendingCheckout: boolean
}

/**
 * Reads it in one trip (P7): the no-shows of the signed-in customer, else of the typed contact. `own` requests the
 * customer's other appointments.
 */
export async function readForBooking(
	deps: ReadForBookingDeps,
	posted: Parameters<typeof readPostedDraft>[1] & {
		actor?: Actor | null
		contact: { email: string | null; phone: string | null }
		own?: { appointmentIds: readonly string[]; actor?: Actor | null }
	},
): Promise<ReadForBooking> {
	const { draftId, own, actor = null, contact } = posted
	const [priced, ownAppointments, noShowCount, hasPendingCheckout] = await Promise.all([
		readPostedDraft(deps, posted),
		own ? deps.booking.appointments.liveAppointments(own.appointmentIds, own.actor) : [],
		deps.booking.checkouts.noShowCount(draftId, {
			actor,
			contact: {
				email: contact.email && parseEmail(contact.email),
				phone: contact.phone && parsePhone(contact.phone),
			},
		}),
		deps.booking.checkouts.hasPendingCheckout(draftId),
	])
	return { priced, ownAppointments, noShowCount, hasPendingCheckout }
}
