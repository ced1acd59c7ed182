import { earnedLines } from '#app/domain/payments/ledger-lines.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** An appointment that a batch inserts, and what the contexts need to know of it. */
export type BookedAppointment = {
	appointmentId: string
	draftId: string
	shopId: string
	contact: { email: string | null; phone: string | null }
	/** The payment that booked it; null when the visit is paid at the shop. `tipKobo` is a part of `amountKobo`. */
	payment: { paymentReference: string; amountKobo: Kobo; tipKobo: Kobo } | null
	now: Instant
}

type Deps = Pick<Repositories, 'drafts' | 'ledger' | 'outbox'>

/** The statements that follow from a booked appointment. They belong after its insert, in the same batch. */
export function onAppointmentBooked(deps: Deps, booked: BookedAppointment): Statement[] {
	return [...inPayments(deps, booked), ...inMessaging(deps, booked), ...inBooking(deps, booked)]
}

/** The money that was paid in advance is due to the shop, and its tip to the staff. */
function inPayments({ ledger }: Deps, { payment, shopId, now }: BookedAppointment): Statement[] {
	if (payment === null) return []
	const { paymentReference, amountKobo, tipKobo } = payment
	return ledger.postEntry({
		occasion: `booking:${paymentReference}`,
		lines: earnedLines({ paymentReference, currency: 'NGN', shopId, amountKobo, tipKobo }),
		occurredAt: now,
		now,
	})
}

function inMessaging({ outbox }: Deps, { appointmentId, contact, now }: BookedAppointment): Statement[] {
	return [
		...outbox.insertMessage({
			id: newId(),
			kind: 'booked',
			dedupeKey: `booked:${appointmentId}`,
			recipientEmail: contact.email,
			recipientPhone: contact.phone,
			payload: { appointmentId },
			now,
		}),
	]
}

function inBooking({ drafts }: Deps, { appointmentId, draftId, now }: BookedAppointment): Statement[] {
	return [drafts.markBooked(draftId, appointmentId, now)]
}
