import type { LiveAppointment } from '#app/domain/booking/hold/hold-policy.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { parseEmail } from '#app/kernel/email.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type DraftWithCalendar, type ReadDraftDeps, readPostedDraft } from './read-draft.server.ts'

export type ReadForBookingDeps = ReadDraftDeps & Pick<Repositories, 'booking'>

/** What a booking is validated against. */
export type ReadForBooking = {
	priced: DraftWithCalendar | null
	/** The customer's other live appointments; empty where nothing is booked. */
	ownAppointments: readonly LiveAppointment[]
	/** The no-shows of this customer in this shop. */
	noShowCount: number
	/** The draft has a checkout that waits for its payment. */
	hasPendingCheckout: boolean
}

/**
 * Reads all of it in one trip (P7). The signed-in customer's no-shows count, else those of the typed contact. `own`
 * asks for the customer's other appointments.
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
