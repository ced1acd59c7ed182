import type { CalendarRows, ServiceSegment } from '#app/domain/availability/slot-search.ts'
import type { SegmentAssignment } from '#app/domain/availability/staff-assignment.ts'
import { addDays, type CivilDate, dayNumberOf, dayOfWeekOf } from '#app/kernel/civil.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt, type ZoneName } from '#app/kernel/zone.server.ts'

/**
 * The engine once more, slow and obvious: every minute of a day is asked what the clock shows then, and a visit is
 * the minutes that it takes. It shares nothing with the engine but the zone's clock.
 */
export type OracleSearch = {
	zone: ZoneName
	firstDate: CivilDate
	dayCount: number
	rows: CalendarRows
	segments: readonly ServiceSegment[]
	earliestStartAt: Instant
}

export type OracleSlot = { startMinute: number; startsAt: Instant; endsAt: Instant; free: boolean }
export type OracleDay = { date: CivilDate; isOpen: boolean; slots: OracleSlot[] }

export function oracleDays(search: OracleSearch): OracleDay[] {
	return Array.from({ length: search.dayCount }, (_, index) =>
		oracleDay(search, addDays(search.firstDate, index)),
	)
}

function oracleDay(search: OracleSearch, date: CivilDate): OracleDay {
	const { segments } = search
	const slots = new Map<Instant, OracleSlot>()
	for (const first of segments[0]?.staffMemberIds ?? []) {
		for (const startsAt of gridOf(search, date, first)) {
			if (startsAt < search.earliestStartAt) continue
			const ways = waysToStaff(search, date, startsAt, first, false)
			if (ways.length === 0) continue
			const known = slots.get(startsAt)
			const endsAt =
				startsAt + segments.reduce((sum, segment) => sum + segment.durationMinutes, 0) * MINUTE_MS
			const free = known?.free || waysToStaff(search, date, startsAt, first, true).length > 0
			slots.set(startsAt, {
				startMinute: clockOf(search.zone, date).get(startsAt) ?? -1,
				startsAt,
				endsAt,
				free,
			})
		}
	}
	const isOpen =
		segments.length > 0 &&
		segments.every(({ staffMemberIds }) =>
			staffMemberIds.some((id) => hoursOf(search.rows, date, id) !== null),
		)
	return { date, isOpen, slots: [...slots.values()].sort((a, b) => a.startsAt - b.startsAt) }
}

/** Every way to staff a visit that starts then, as 'ada+bola': of free people. */
export function oracleWays(search: OracleSearch, date: CivilDate, startsAt: Instant): string[] {
	if (startsAt < search.earliestStartAt) return []
	return (search.segments[0]?.staffMemberIds ?? [])
		.filter((first) => gridOf(search, date, first).includes(startsAt))
		.flatMap((first) => waysToStaff(search, date, startsAt, first, true))
}

export function wayOf(assignment: readonly SegmentAssignment[]): string {
	return assignment.map(({ staffMemberId }) => staffMemberId).join('+')
}

/** Each half-hour from the start of a person's work on that the clock really shows, the first time that it does. */
function gridOf(search: OracleSearch, date: CivilDate, staffMemberId: string): Instant[] {
	const window = hoursOf(search.rows, date, staffMemberId)
	if (window === null) return []
	const shownFirstAt = firstShownOn(search.zone, date)
	const instants: Instant[] = []
	for (let wanted = window.start; wanted < window.end; wanted += 30) {
		const at = shownFirstAt.get(wanted)
		if (at !== undefined) instants.push(at)
	}
	return instants
}

function waysToStaff(
	search: OracleSearch,
	date: CivilDate,
	startsAt: Instant,
	first: string,
	isBusyAsked: boolean,
): string[] {
	let ways: string[][] = [[]]
	let at = startsAt
	for (const [position, segment] of search.segments.entries()) {
		const able = (position === 0 ? [first] : segment.staffMemberIds).filter(
			(id) =>
				isAtWork(search, date, id, at, segment.durationMinutes) &&
				(!isBusyAsked || !meetsBusy(search.rows, id, at, segment.durationMinutes)),
		)
		ways = ways.flatMap((way) => able.map((id) => [...way, id]))
		at += segment.durationMinutes * MINUTE_MS
	}
	const names = ways.filter((way) => !isBusyAsked || keepsBuffers(search, startsAt, way))
	return names.map((way) => way.join('+'))
}

/** Marks each minute that a person is kept for, service and buffer: none may be busy or marked twice. */
function keepsBuffers(search: OracleSearch, startsAt: Instant, way: string[]): boolean {
	const marked = new Set<string>()
	let at = startsAt
	for (const [position, { durationMinutes, bufferMinutes }] of search.segments.entries()) {
		const id = way[position] ?? ''
		const kept = way[position + 1] === id ? durationMinutes : durationMinutes + bufferMinutes
		if (meetsBusy(search.rows, id, at, kept)) return false
		for (let minute = 0; minute < kept; minute++) {
			const mark = `${id} ${at + minute * MINUTE_MS}`
			if (marked.has(mark)) return false
			marked.add(mark)
		}
		at += durationMinutes * MINUTE_MS
	}
	return true
}

function isAtWork(search: OracleSearch, date: CivilDate, id: string, at: Instant, minutes: number): boolean {
	const clock = clockOf(search.zone, date)
	let earliest = Number.POSITIVE_INFINITY
	let latest = Number.NEGATIVE_INFINITY
	for (let minute = 0; minute < minutes; minute++) {
		const shown = clock.get(at + minute * MINUTE_MS)
		if (shown === undefined) return false
		earliest = Math.min(earliest, shown)
		latest = Math.max(latest, shown)
	}
	const work = workMinutes(search, date, id)
	for (let minute = earliest; minute <= latest; minute++) {
		if (!work.has(minute)) return false
	}
	return true
}

function meetsBusy(rows: CalendarRows, id: string, at: Instant, minutes: number): boolean {
	const mine = rows.busy.filter((row) => row.staffMemberId === id)
	for (let minute = 0; minute < minutes; minute++) {
		const from = at + minute * MINUTE_MS
		for (const row of mine) {
			// A row without length takes no time.
			if (row.startsAt < row.blockedUntilAt && row.startsAt < from + MINUTE_MS && from < row.blockedUntilAt)
				return true
		}
	}
	return false
}

const workedMinutes = new WeakMap<CalendarRows, Map<string, Set<number>>>()

/** Worked out once for each person and date. */
function workMinutes({ rows }: OracleSearch, date: CivilDate, id: string): Set<number> {
	const known = workedMinutes.get(rows) ?? new Map<string, Set<number>>()
	workedMinutes.set(rows, known)
	const minutes = known.get(`${id} ${date}`) ?? new Set<number>()
	if (known.has(`${id} ${date}`)) return minutes
	known.set(`${id} ${date}`, minutes)
	const window = hoursOf(rows, date, id)
	if (window === null) return minutes
	for (let minute = window.start; minute < window.end; minute++) {
		if (minute >= window.breakStart && minute < window.breakEnd) continue
		minutes.add(minute)
	}
	return minutes
}

function hoursOf(rows: CalendarRows, date: CivilDate, id: string) {
	const dayOfWeek = dayOfWeekOf(date)
	const shop = rows.shopHours.find((row) => row.dayOfWeek === dayOfWeek)
	const work = rows.schedules.find((row) => row.staffMemberId === id && row.dayOfWeek === dayOfWeek)
	const isOff = rows.daysOff.some((row) => row.staffMemberId === id && row.date === date)
	if (!shop || !work?.isAvailable || isOff) return null
	const start = Math.max(shop.opensMinute, work.startMinute)
	const end = Math.min(shop.closesMinute, work.endMinute)
	if (start >= end) return null
	return { start, end, breakStart: work.breakStartMinute ?? 0, breakEnd: work.breakEndMinute ?? 0 }
}

const clocks = new Map<string, Map<Instant, number>>()

/** Each minute that passes on a date, with what the clock shows then. Asked of the zone minute by minute, once. */
function clockOf(zone: ZoneName, date: CivilDate): Map<Instant, number> {
	const key = `${zone} ${date}`
	const known = clocks.get(key)
	if (known) return known
	const clock = new Map<Instant, number>()
	const midnight = dayNumberOf(date) * DAY_MS
	for (let at = midnight - 27 * HOUR_MS; at < midnight + 51 * HOUR_MS; at += MINUTE_MS) {
		const civil = civilAt(zone, at)
		if (civil.date === date) clock.set(at, civil.minute)
	}
	clocks.set(key, clock)
	return clock
}

const firsts = new Map<string, Map<number, Instant>>()

/** For each minute that the clock shows on a date, when it first does. */
function firstShownOn(zone: ZoneName, date: CivilDate): Map<number, Instant> {
	const key = `${zone} ${date}`
	const first = firsts.get(key) ?? new Map<number, Instant>()
	if (firsts.has(key)) return first
	for (const [at, minute] of clockOf(zone, date)) {
		if (!first.has(minute)) first.set(minute, at)
	}
	firsts.set(key, first)
	return first
}
