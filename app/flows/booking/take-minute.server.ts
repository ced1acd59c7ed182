import { assignmentsAtMinute } from '#app/domain/availability/assignments-at-minute.ts'
import type { WantedTime } from '#app/domain/availability/availability-repository.server.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import type { BookingRefusal } from '#app/domain/booking/booking-refusal.ts'
import type { ShopAppointmentRefusal } from '#app/domain/booking/close-appointment.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import { isRetryable, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import { takeAssigned } from './take-slot.server.ts'

/** A shop is bound by its hours alone, and not by the notice and the horizon that it gives to customers. */
export const withoutNotice = { minimumNoticeMinutes: 0, horizonDays: 36_500 }

/** The minute that a shop means: the calendar keeps whole ones. */
export function wholeMinute(at: Instant): Instant {
	return Math.floor(at / MINUTE_MS) * MINUTE_MS
}

/**
 * Takes any minute for a visit and gives what `write` gave back. Refuses 'start_outside_hours', 'start_taken', and
 * what the write was refused for.
 */
export async function takeMinute<Written>(
	search: SlotSearch,
	startsAt: Instant,
	write: (times: WantedTime[]) => Promise<Written>,
): Promise<Outcome<Written, ShopAppointmentRefusal | WriteFailure>> {
	const found = assignmentsAtMinute(search, startsAt)
	if ('problem' in found) return refused(found.problem === 'taken' ? 'start_taken' : 'start_outside_hours')
	const taken = await takeAssigned(found.assignments, write)
	return taken.ok ? taken : refused(shopRefusalOf(taken.refusal))
}

const shopAppointmentRefusals: Partial<Record<BookingRefusal, ShopAppointmentRefusal>> = {
	slot_taken: 'start_taken',
	slot_outside_hours: 'start_outside_hours',
	staff_not_available: 'staff_not_available',
	service_not_offered: 'service_not_offered',
	price_changed: 'price_changed',
	reference_number_conflict: 'start_taken',
}

/** What a refused write of a booking is to the shop; anything else is a bug of ours. */
function shopRefusalOf(refusal: BookingRefusal): ShopAppointmentRefusal | WriteFailure {
	if (isRetryable(refusal)) return refusal
	const known = shopAppointmentRefusals[refusal]
	if (!known) throw new Error(`a shop's booking was refused by ${refusal}`)
	return known
}
