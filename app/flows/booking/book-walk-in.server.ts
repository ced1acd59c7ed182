import type { WantedTime } from '#app/domain/availability/calendar-entry-repository.server.ts'
import { refundableUntil } from '#app/domain/booking/appointment/cancellation-policy.ts'
import { priceConstraints } from '#app/domain/booking/checkout/money-refusal.ts'
import type { NewBooking } from '#app/domain/booking/draft/new-booking.ts'
import { onAppointmentBooked } from '#app/flows/lifecycle/on-appointment-booked.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { unlessBooked } from './booking-write.server.ts'
import { newAppointment, withFreshReferenceNumber } from './new-booking.server.ts'
import {
	checkoutOfWalkIn,
	planWalkIn,
	type RefusedWalkIn,
	refuseWalkIn,
	type WalkInInput,
	type WalkInProblem,
} from './plan-walk-in.server.ts'
import { type TakeRefusal, takeMinute } from './take-slot.server.ts'

type WalkInDeps = Pick<
	Repositories,
	'booking' | 'availability' | 'payments' | 'messaging' | 'shops' | 'writeBatch'
>

export type WalkIn = {
	appointmentId: string
	referenceNumber: string
	startsAt: Instant
	staffName: string
	isMailed: boolean
}

type WalkInRefusal = WalkInProblem | TakeRefusal | 'visit_not_found'

export type WalkInAnswer = { ok: true; value: WalkIn } | RefusedWalkIn<WalkInRefusal>

/** After 'slot_taken', another post draws a new reference number. */
const walkInConstraints = {
	...priceConstraints,
	'unique:appointments.reference_number': 'slot_taken',
} as const

/**
 * Books a customer at the shop or on the telephone, to be paid at the shop. A visit that begins now is marked arrived.
 * Notice, horizon and guests' ceilings do not apply; hours, breaks, days off and other visits do. No saving is used. A
 * completed visit counts for its account (D50, D65). Refuses, with other times where there are some:
 * - 'listed_twice', 'service_not_offered', 'add_on_not_offered', 'staff_not_available';
 * - 'slot_past', 'slot_outside_hours', 'slot_taken';
 * - 'price_changed' where the caller showed another price, 'price_not_lower', 'reason_missing';
 * - 'customer_not_found' for a client without a visit here, 'own_visit' for the account signed in on the device.
 */
export async function bookWalkIn(deps: WalkInDeps, input: WalkInInput): Promise<WalkInAnswer> {
	const { shopId, draftId, isByPhone = false, alongside = [], now } = input
	const planned = await planWalkIn(deps, input)
	if ('earlierId' in planned) return readWalkIn(deps, shopId, planned.earlierId)
	if (!planned.ok) return planned
	const { startsAt, shop, search, offer } = planned.plan
	const { timeZone, freeCancellationMinutes } = shop
	const checkout = checkoutOfWalkIn(input, planned.plan, 'cash')
	const refundableUntilAt = refundableUntil(startsAt, freeCancellationMinutes)
	const booking: NewBooking = {
		...checkout,
		...newAppointment(checkout, { startsAt, timeZone, refundableUntilAt, paidKobo: 0, now }),
		clientId: checkout.clientId,
		walkIn: { arrivedAt: !isByPhone && startsAt <= now ? now : null },
	}

	const write = (times: WantedTime[]) =>
		withFreshReferenceNumber(booking, async () =>
			writeIdempotent(deps.writeBatch, [
				...(await alongside),
				...deps.booking.checkouts.insertCheckout(booking),
				...deps.availability.calendar.takeTime({ appointmentId: booking.appointmentId }, shopId, times, now),
				...deps.booking.appointments.insertAppointment(booking),
				...onAppointmentBooked(deps, {
					...booking,
					timeZone,
					payment: null,
					cashback: { accountId: null, amountKobo: 0 },
				}),
			]),
		)
	const taken = await unlessBooked(() => takeMinute(search, startsAt, write, walkInConstraints))
	if (taken === 'booked_before') {
		const first = await deps.booking.appointments.idOfDraft(draftId)
		return first === null ? refuseWalkIn('busy') : readWalkIn(deps, shopId, first)
	}
	if (taken.ok) return readWalkIn(deps, shopId, booking.appointmentId)
	const isOffered = taken.refusal === 'slot_taken' || taken.refusal === 'slot_outside_hours'
	return refuseWalkIn(taken.refusal, isOffered ? offer() : null)
}

/** Refuses 'visit_not_found' for another shop's appointment. */
async function readWalkIn(
	{ booking: { appointments } }: WalkInDeps,
	shopId: string,
	appointmentId: string,
): Promise<WalkInAnswer> {
	const appointment = await appointments.appointment(appointmentId)
	if (appointment?.shop.id !== shopId) return refuseWalkIn('visit_not_found')
	const { referenceNumber, startsAt, services, hasEmail, isMailWithheld } = appointment
	const staffName = [...new Set(services.map((service) => service.staffName))].join(', ')
	const isMailed = hasEmail && !isMailWithheld
	return { ok: true, value: { appointmentId, referenceNumber, startsAt, staffName, isMailed } }
}
