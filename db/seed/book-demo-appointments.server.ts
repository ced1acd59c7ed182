import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'
import { DEFAULT_ZONE, instantOf } from '#app/kernel/zone.server.ts'
import { demoClient } from './demo-accounts.ts'
import type { DemoSeed, DemoShop } from './demo-shop.ts'
import { demoPeople } from './people.ts'
import { type PlannedAppointment, planAppointments } from './plan-appointments.ts'
import { planEarlierAppointments } from './plan-earlier-appointments.ts'
import type { PseudoRandom } from './pseudo-random.ts'

export type DemoAppointment = PlannedAppointment & {
	status: AppointmentStatus
	person: number
	startsAt: Instant
	endsAt: Instant
	createdAt: Instant
}

/** The demo client's completed visits at shops whose programs it joined, on any seed day. */
const appointmentsOfDemoClient: Readonly<Record<string, number>> = {
	'ade-hair-studio': 3,
	'nailed-by-zina': 4,
	'garden-city-nails': 1,
	'kings-and-kuts': 2,
}

/** From `reviewedUntil` on: the demo client's earlier visits. */
export function bookDemoAppointments(
	shop: DemoShop,
	{ today, todayStartsAt }: DemoSeed,
	random: PseudoRandom,
) {
	const plan = planAppointments(shop, today)
	const appointments = [
		...plan.past.map((appointment) =>
			bookedAppointment(appointment, pastStatus(random), todayStartsAt, random),
		),
		...plan.upcoming.map((appointment) =>
			bookedAppointment(appointment, random.chance(0.3) ? 'CONFIRMED' : 'SCHEDULED', todayStartsAt, random),
		),
	]
	giveDemoClientAppointments(shop, appointments)
	const reviewedUntil = appointments.length
	for (const appointment of planEarlierAppointments(shop, today)) {
		const completed = bookedAppointment(appointment, 'COMPLETED', todayStartsAt, random)
		appointments.push({ ...completed, person: demoClient.person })
	}
	return { appointments, reviewedUntil }
}

/** Gives the demo client a shop's newest completed visits, one a day. */
function giveDemoClientAppointments(shop: DemoShop, appointments: readonly DemoAppointment[]): void {
	const wanted = appointmentsOfDemoClient[shop.shopId]
	if (wanted === undefined) return
	const days = new Set<string>()
	for (const appointment of appointments.toSorted((a, b) => b.startsAt - a.startsAt)) {
		if (appointment.status !== 'COMPLETED') continue
		const isGiven = days.size < wanted && !days.has(appointment.date)
		if (isGiven) days.add(appointment.date)
		else if (appointment.person !== demoClient.person) continue
		appointment.person = isGiven ? demoClient.person : demoClient.person + 1
	}
	if (days.size < wanted) throw new Error(`${shop.shopId} has too few completed visits`)
}

function pastStatus(random: PseudoRandom): AppointmentStatus {
	const draw = random.next()
	if (draw < 0.06) return 'CANCELLED'
	return draw < 0.09 ? 'NO_SHOW' : 'COMPLETED'
}

function bookedAppointment(
	appointment: PlannedAppointment,
	status: AppointmentStatus,
	todayStartsAt: Instant,
	random: PseudoRandom,
): DemoAppointment {
	const startsAt = instantOf(DEFAULT_ZONE, appointment.date, appointment.startMinute)
	if (startsAt === null) throw new Error(`no such time: ${appointment.date} ${appointment.startMinute}`)
	// Booked before today, so that the rows do not depend on the time of day.
	const latest = Math.min(startsAt - DAY_MS, todayStartsAt - HOUR_MS)
	return {
		...appointment,
		status,
		person: random.below(demoPeople.length),
		startsAt,
		endsAt: startsAt + appointment.durationMinutes * MINUTE_MS,
		createdAt: latest - random.below(5 * 24 * 60) * MINUTE_MS,
	}
}
