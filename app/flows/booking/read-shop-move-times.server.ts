import { openSlots } from '#app/domain/availability/open-slots.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import {
	moveSearchOf,
	type ReadAppointmentDeps,
	readAppointment,
	type WantedStaff,
} from './read-appointment.server.ts'
import { withoutNotice } from './take-minute.server.ts'

/**
 * The free half-hours of a day to which a shop can move an appointment, as `moveAppointment` has it: its notice and
 * horizon are no matter, and the appointment's own time counts as free (R21). One trip; null for no appointment.
 */
export async function readShopMoveTimes(
	deps: ReadAppointmentDeps,
	{
		appointmentId,
		date,
		staff,
		now,
	}: {
		appointmentId: string
		/** On the shop's clock. */
		date: CivilDate
		staff: WantedStaff
		now: Instant
	},
): Promise<Instant[] | null> {
	const days = { firstDate: date, dayCount: 1 }
	const found = await readAppointment(deps, { appointmentId, ...days, now })
	if (!found) return null
	const shop = { ...found.appointment.shop, ...withoutNotice }
	const search = moveSearchOf({ ...found, appointment: { ...found.appointment, shop } }, days, now, staff)
	// A day that is over is answered by today, which was not asked for.
	const day = openSlots(search).find((one) => one.date === date)
	return (day?.slots ?? []).filter(({ free }) => free).map(({ startsAt }) => startsAt)
}
