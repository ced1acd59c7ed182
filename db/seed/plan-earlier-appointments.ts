import { addDays, type CivilDate } from '#app/kernel/civil.ts'
import type { DemoShop } from './demo-shop.ts'
import { offeredServices, type PlannedAppointment, workingStretches } from './plan-appointments.ts'
import { pseudoRandom } from './pseudo-random.ts'

const WEEK_DAYS = 7

/** The demo client's visits before the shops' planned history; ages and intervals in days. */
const earlierAppointments: Readonly<Record<string, { count: number; firstDay: number; everyDays: number }>> =
	{
		'kings-and-kuts': { count: 41, firstDay: -425, everyDays: 7 },
		'ade-hair-studio': { count: 10, firstDay: -350, everyDays: 24 },
		'nailed-by-zina': { count: 5, firstDay: -400, everyDays: 50 },
	}

/** Oldest first, each on the first day with a free time, from its planned day on. */
export function planEarlierAppointments(shop: DemoShop, today: CivilDate): PlannedAppointment[] {
	const appointments = earlierAppointments[shop.shopId]
	if (!appointments) return []
	const random = pseudoRandom(`${shop.shopId} earlier visits`)
	return Array.from({ length: appointments.count }, (_, i) => {
		const firstDate = addDays(today, appointments.firstDay + i * appointments.everyDays)
		const possible = Array.from({ length: WEEK_DAYS }, (_, later) => addDays(firstDate, later)).flatMap(
			(date) => appointmentsOn(shop, date, today),
		)
		const [first] = possible
		if (!first) throw new Error(`${shop.shopId} never works`)
		return random.pick(possible.filter(({ date }) => date === first.date))
	})
}

/** What could be booked first on a day. */
function appointmentsOn(shop: DemoShop, date: CivilDate, today: CivilDate): PlannedAppointment[] {
	return shop.staff
		.filter((member) => member.isActive)
		.flatMap((staffMember) => {
			const [stretch] = workingStretches(shop, staffMember, date, today)
			if (!stretch) return []
			const [startMinute, endMinute] = stretch
			return offeredServices(shop, staffMember)
				.filter(({ durationMinutes }) => startMinute + durationMinutes <= endMinute)
				.map((service) => ({
					staffMember,
					services: [service],
					addOns: [],
					date,
					startMinute,
					durationMinutes: service.durationMinutes,
				}))
		})
}
