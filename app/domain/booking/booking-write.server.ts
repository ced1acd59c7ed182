import { isViolation } from '#app/kernel/database-error.ts'
import {
	refusalOfWrite,
	type StatementBatch,
	type WriteBatch,
	writeIdempotent,
} from '#app/kernel/write-batch.server.ts'
import type { BookingRefusal } from './booking-refusal.ts'

/** The constraints and triggers that may refuse a write of this context, and what each means to a customer. */
const bookingConstraints: Readonly<Record<string, BookingRefusal>> = {
	slot_taken: 'slot_taken',
	outside_hours: 'slot_outside_hours',
	staff_not_available: 'staff_not_available',
	too_many_holds: 'too_many_holds',
	promo_not_valid: 'promo_not_valid',
	'check:promo_uses_limit': 'promo_not_valid',
	'unique:appointments.reference_number': 'reference_number_conflict',
	draft_deleted: 'invalid_selection',
	shown_prices_changed: 'price_changed',
	appointment_not_movable: 'appointment_not_ahead',
	shop_not_listed: 'service_not_offered',
	network_holds_full: 'too_many_network_holds',
	hold_time_used: 'hold_time_used',
	too_many_drafts: 'too_many_drafts',
	too_many_guest_bookings: 'too_many_guest_bookings',
	too_many_appointments_ahead: 'too_many_appointments_ahead',
	too_many_payment_starts: 'too_many_payment_starts',
	too_many_moves: 'too_many_moves',
	unpaid_promo_uses_full: 'promo_busy',
	promo_rate_limited: 'promo_rate_limited',
	referral_not_valid: 'referral_not_valid',
	'unique:referrals.shop_id': 'referral_not_valid',
	reward_not_available: 'reward_not_available',
	cashback_not_available: 'cashback_not_available',
	// Only the job that offers freed times is refused by it.
	wait_not_needed: 'invalid_selection',
}

/** Why a booking write was refused. Throws what only a bug can cause, and what `unlessBooked` answers. */
export function refusalOfBookingWrite(error: unknown): BookingRefusal {
	if (isSecondBookingOfDraft(error)) throw error
	return refusalOfWrite(error, bookingConstraints)
}

/** Sends a batch with an idempotency key in it: why it was refused, or null when it is written. */
export async function refusalOfWriting(
	writeBatch: WriteBatch,
	batch: StatementBatch,
): Promise<BookingRefusal | null> {
	try {
		await writeIdempotent(writeBatch, batch)
		return null
	} catch (error) {
		return refusalOfBookingWrite(error)
	}
}

/** A batch that is sent again because its answer was lost finds its own checkout, and meets the appointment first. */
const bookedDraftRules = [
	'unique:checkouts.draft_id',
	'unique:appointments.checkout_id',
	'draft_already_booked',
]

/** Runs a write of a booking. 'booked_before': its draft has an appointment already, which is the answer. */
export async function unlessBooked<Written>(
	write: () => Promise<Written>,
): Promise<Written | 'booked_before'> {
	try {
		return await write()
	} catch (error) {
		if (!isSecondBookingOfDraft(error)) throw error
		return 'booked_before'
	}
}

function isSecondBookingOfDraft(error: unknown): boolean {
	return bookedDraftRules.some((rule) => isViolation(error, rule))
}

/** A reference number is random and short: it can be in use already, and another one is drawn. */
export function isReferenceNumberTaken(error: unknown): boolean {
	return isViolation(error, 'unique:appointments.reference_number')
}
