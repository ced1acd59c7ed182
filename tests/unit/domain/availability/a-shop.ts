import { openSlots } from '#app/domain/availability/open-slots.ts'
import { instantOfMinute } from '#app/domain/availability/shop-day.ts'
import { shopDays } from '#app/domain/availability/shop-days.server.ts'
import type {
	BusyRow,
	CalendarRows,
	ScheduleRow,
	ServiceSegment,
	SlotSearch,
} from '#app/domain/availability/slot-search.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { instantOf, type ZoneName } from '#app/kernel/zone.server.ts'

/** A Monday, with nothing special about it. */
export const MONDAY = '2026-11-23'

type Work = { id: string; from: string; until: string; rest?: [string, string]; off?: CivilDate[] }

type Shop = {
	zone?: ZoneName
	date?: CivilDate
	days?: number
	opens?: string
	closes?: string
	staff?: Work[]
	busy?: BusyRow[]
	minutes?: number
	buffer?: number
	segments?: ServiceSegment[]
	earliest?: Instant
}

/** A question about a shop that opens 9:00 to 17:00 all week with Ada at work, unless something else is said. */
export function aSearch(shop: Shop = {}): SlotSearch {
	const staff = shop.staff ?? [{ id: 'ada', from: '09:00', until: '17:00' }]
	const weekdays = [1, 2, 3, 4, 5, 6, 7]
	const rows: CalendarRows = {
		shopHours: weekdays.map((dayOfWeek) => ({
			dayOfWeek,
			opensMinute: minuteOf(shop.opens ?? '09:00'),
			closesMinute: minuteOf(shop.closes ?? '17:00'),
		})),
		schedules: staff.flatMap((work) => weekdays.map((dayOfWeek) => scheduleOf(work, dayOfWeek))),
		daysOff: staff.flatMap(({ id, off = [] }) => off.map((date) => ({ staffMemberId: id, date }))),
		busy: (shop.busy ?? []).toSorted((a, b) => a.startsAt - b.startsAt),
	}
	const days = shopDays(shop.zone ?? 'Africa/Lagos', shop.date ?? MONDAY, shop.days ?? 1)
	const segments = shop.segments ?? [
		aService(
			staff.map(({ id }) => id),
			shop.minutes ?? 60,
			shop.buffer ?? 0,
		),
	]
	return { rows, segments, days, earliestStartAt: shop.earliest ?? Number.NEGATIVE_INFINITY }
}

export function aService(
	staffMemberIds: string[],
	durationMinutes: number,
	bufferMinutes = 0,
): ServiceSegment {
	return { serviceId: `service-${durationMinutes}`, staffMemberIds, durationMinutes, bufferMinutes }
}

/** A person's time on the Lagos Monday (or another date there), from one time of the clock to another. */
export function busyFrom(
	id: string,
	from: string,
	until: string,
	date = MONDAY,
	zone = 'Africa/Lagos',
): BusyRow {
	return { staffMemberId: id, startsAt: at(from, date, zone), blockedUntilAt: at(until, date, zone) }
}

/** The instant of a time on the clock. */
export function at(time: string, date = MONDAY, zone = 'Africa/Lagos'): Instant {
	const instant = instantOf(zone, date, minuteOf(time))
	if (instant === null) throw new Error(`${time} does not exist on ${date} in ${zone}`)
	return instant
}

/** '09:30', and '(09:30)' where it is taken; one list for each day. */
export function timesOf(search: SlotSearch): string[][] {
	return openSlots(search).map(({ day, slots }) =>
		slots.map(({ startMinute, startsAt, free }) => {
			if (instantOfMinute(day, startMinute) !== startsAt)
				throw new Error('A slot is not at its time of the clock')
			const text = textOf(startMinute)
			return free ? text : `(${text})`
		}),
	)
}

export function minuteOf(time: string): number {
	return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

function textOf(minute: number): string {
	return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

function scheduleOf({ id, from, until, rest }: Work, dayOfWeek: number): ScheduleRow {
	return {
		staffMemberId: id,
		dayOfWeek,
		isAvailable: true,
		startMinute: minuteOf(from),
		endMinute: minuteOf(until),
		breakStartMinute: rest ? minuteOf(rest[0]) : null,
		breakEndMinute: rest ? minuteOf(rest[1]) : null,
	}
}
