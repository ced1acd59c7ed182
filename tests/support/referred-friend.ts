import type { Person } from '#app/domain/loyalty/referral-check.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'
import { newContact, newGuest } from './booking-desk.ts'
import type { BookingDeps } from './flow-deps.ts'

/** A guest's booking, paid at the shop, and what a referral of it needs to know. */
export async function bookAsFriend(
	database: ScratchDatabase,
	deps: BookingDeps,
	{
		serviceId,
		startsAt,
		now,
		contact = newContact(),
	}: { serviceId: string; startsAt: Instant; now: Instant; contact?: ReturnType<typeof newContact> },
) {
	const guest = await newGuest(deps, { now }, contact).begin(serviceId)
	await guest.chooseTime(startsAt)
	const booked = await guest.book()
	if (!booked.ok) throw new Error(`not booked: ${booked.refusal}`)
	const [row] = await database.rows(
		'SELECT reference_number, checkout_id FROM appointments WHERE id = ?',
		booked.value.appointmentId,
	)
	return {
		appointmentId: booked.value.appointmentId,
		reference: String(row?.reference_number),
		checkoutId: String(row?.checkout_id),
		person: { userId: null, email: contact.email, phone: contact.phone } as Person,
		contact,
	}
}
