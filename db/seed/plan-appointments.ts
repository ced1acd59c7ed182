import { addDays, type CivilDate, dayOfWeekOf } from '#app/kernel/civil.ts'
import type { DemoAddOn, DemoService, DemoShop, DemoStaffMember, Range } from './demo-shop.ts'
import { type PseudoRandom, pseudoRandom } from './pseudo-random.ts'

/** A visit that fits: inside hours, outside breaks and days off, overlapping nothing, its buffers kept. */
export type PlannedAppointment = {
	staffMember: DemoStaffMember
	services: readonly DemoService[]
	addOns: readonly DemoAddOn[]
	date: CivilDate
	startMinute: number
	/** Services and add-ons together. */
	durationMinutes: number
}

const HISTORY_DAYS = 110
const UPCOMING_DAYS = 7
const STEP_MINUTES = 30
const MAX_ATTEMPTS = 40

/** A shop's past visits (before `today`), then its coming ones (today and six days). Deterministic for shop and day. */
export function planAppointments(
	shop: DemoShop,
	today: CivilDate,
): { past: PlannedAppointment[]; upcoming: PlannedAppointment[] } {
	const random = pseudoRandom(shop.shopId)
	const taken = new Map<string, Range[]>()
	const planOne = (firstDay: number, dayCount: number) => {
		for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
			const appointment = proposeAppointment(shop, addDays(today, firstDay + random.below(dayCount)), random)
			if (appointment && take(shop, appointment, today, taken)) return [appointment]
		}
		return []
	}
	const times = (count: number, plan: () => PlannedAppointment[]) =>
		Array.from({ length: count }, plan).flat()
	// Filled first, so that no visit overlaps it.
	const fullDay = shop.fullTomorrow ? fillDay(shop, addDays(today, 1), today, taken, random) : []
	const past = times(shop.history.pastAppointments, () => planOne(-HISTORY_DAYS, HISTORY_DAYS))
	const upcoming = times(shop.history.upcomingAppointments, () => planOne(0, UPCOMING_DAYS))
	return { past, upcoming: [...fullDay, ...upcoming] }
}

/** Working minutes on a date, in one or two stretches; none on a day off. */
export function workingStretches(
	shop: DemoShop,
	member: DemoStaffMember,
	date: CivilDate,
	today: CivilDate,
): Range[] {
	const day = dayOfWeekOf(date)
	const opening = shop.closedToday && day === dayOfWeekOf(today) ? undefined : findDay(shop, day)
	const work = findDay(member, day)
	if (!opening || !work || shop.daysOff?.[member.id]?.some((offset) => addDays(today, offset) === date))
		return []
	const from = Math.max(opening.startMinute, work.startMinute)
	const to = Math.min(opening.endMinute, work.endMinute)
	const { breakStartMinute, breakEndMinute } = work
	const stretches: Range[] =
		breakStartMinute === null || breakEndMinute === null
			? [[from, to]]
			: [
					[from, Math.min(to, breakStartMinute)],
					[Math.max(from, breakEndMinute), to],
				]
	return stretches.filter(([start, end]) => start < end)
}

/** The services that a member can be booked for. */
export function offeredServices(shop: DemoShop, member: DemoStaffMember): DemoService[] {
	return shop.services.filter(({ id, isEnabled }) => isEnabled && member.serviceIds.includes(id))
}

function findDay({ week }: Pick<DemoShop, 'week'>, dayOfWeek: number) {
	return week.find((day) => day.dayOfWeek === dayOfWeek)
}

function proposeAppointment(
	shop: DemoShop,
	date: CivilDate,
	random: PseudoRandom,
): PlannedAppointment | null {
	const members = shop.staff.filter((member) => member.isActive)
	const day = findDay(shop, dayOfWeekOf(date))
	if (members.length === 0 || !day) return null
	const staffMember = random.pick(members)
	const offered = offeredServices(shop, staffMember)
	const service = random.pick(offered)
	const second = random.chance(0.08) ? random.pick(offered) : null
	const services =
		second && second !== service && !service.bufferMinutes && !second.bufferMinutes
			? [service, second]
			: [service]
	const addOns =
		shop.addOns.length > 0 && services.length === 1 && random.chance(0.3) ? [random.pick(shop.addOns)] : []
	return {
		staffMember,
		services,
		addOns,
		date,
		startMinute:
			day.startMinute + STEP_MINUTES * random.below((day.endMinute - day.startMinute) / STEP_MINUTES),
		durationMinutes: [...services, ...addOns].reduce((sum, part) => sum + part.durationMinutes, 0),
	}
}

/** Back to back, the longest service that still fits. */
function fillDay(
	shop: DemoShop,
	date: CivilDate,
	today: CivilDate,
	taken: Map<string, Range[]>,
	random: PseudoRandom,
): PlannedAppointment[] {
	const appointments: PlannedAppointment[] = []
	for (const staffMember of shop.staff.filter((member) => member.isActive)) {
		const offered = offeredServices(shop, staffMember)
		for (const [from, to] of workingStretches(shop, staffMember, date, today)) {
			let startMinute = from
			while (true) {
				const fitting = offered.filter((service) => startMinute + service.durationMinutes <= to)
				if (fitting.length === 0) break
				const service = random.pick(fitting)
				const appointment = {
					staffMember,
					services: [service],
					addOns: [],
					date,
					startMinute,
					durationMinutes: service.durationMinutes,
				}
				if (!take(shop, appointment, today, taken)) break
				appointments.push(appointment)
				startMinute += service.durationMinutes
			}
		}
	}
	return appointments
}

/** Takes the time if it is free and within working time. */
function take(
	shop: DemoShop,
	appointment: PlannedAppointment,
	today: CivilDate,
	taken: Map<string, Range[]>,
): boolean {
	const start = appointment.startMinute
	const end = start + appointment.durationMinutes
	const blockedUntil = end + (appointment.services.at(-1)?.bufferMinutes ?? 0)
	const works = workingStretches(shop, appointment.staffMember, appointment.date, today)
	if (!works.some(([from, to]) => from <= start && end <= to)) return false
	const key = `${appointment.staffMember.id} ${appointment.date}`
	const others = taken.get(key) ?? []
	if (others.some(([from, until]) => from < blockedUntil && start < until)) return false
	taken.set(key, [...others, [start, blockedUntil]])
	return true
}
