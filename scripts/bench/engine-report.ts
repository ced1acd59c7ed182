import { openSlots } from '#app/domain/availability/open-slots.ts'
import { shopDays } from '#app/domain/availability/shop-days.server.ts'
import type { CalendarRows, SlotSearch } from '#app/domain/availability/slot-search.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { times } from './bench-table.ts'
import { atLeast, type BenchResult } from './goal.ts'
import { limits } from './limits.ts'

/** P8: the slot engine beside a plain Date loop, on the same rows. */
export function engineReport(): BenchResult {
	const rows = engineTable()
	const microseconds = (value: number) => `${value.toFixed(2)} µs`
	const table = {
		title: 'Slot engine (P8)',
		text: 'seven days from database rows, medians of many short rounds.',
		columns: ['Task', 'Engine', 'Plain Date loop', 'Beside ours'],
		rows: rows.map(({ task, engine, dateLoop }) => [
			task,
			microseconds(engine),
			microseconds(dateLoop),
			times(dateLoop / engine),
		]),
	}
	const goals = rows.map(({ task, engine, dateLoop, goal }) =>
		atLeast({
			id: 'P8',
			what: `slot engine beside a plain Date loop, ${task}`,
			limit: goal,
			value: dateLoop / engine,
			show: times,
		}),
	)
	return { tables: [table], goals }
}

/** Both engines in microseconds; `goal`: how many times as long the Date loop must take. */
type EngineRow = { task: string; engine: number; dateLoop: number; goal: number }

/** 7 days from database rows, the engine beside a plain Date loop on the same rows. Times are medians. */
function engineTable(): EngineRow[] {
	return [
		comparison('one person, 20 appointments', searchFor(20), limits.P8.timesDateLoop.with20),
		comparison('one person, 200 appointments', searchFor(200), limits.P8.timesDateLoop.with200),
	]
}

function searchFor(appointments: number): SlotSearch {
	const days = shopDays('Africa/Lagos', '2026-11-23', 7)
	const midnightAt = days[0]?.startsAt ?? 0
	const rows = benchCalendar(midnightAt, appointments)
	const segments = [
		{ serviceId: 'braids', staffMemberIds: [STAFF_ID], durationMinutes: 30, bufferMinutes: 0 },
	]
	return { rows, segments, days, earliestStartAt: midnightAt }
}

function comparison(task: string, search: SlotSearch, goal: number): EngineRow {
	mustAgree(search)
	const engine = medianMicroseconds(() => openSlots(search))
	const dateLoop = medianMicroseconds(() => dateLoopSlots(search), 100)
	return { task, engine, dateLoop, goal }
}

/** Times are comparable only where both engines find the same starts. */
function mustAgree(search: SlotSearch) {
	const own = openSlots(search).flatMap(({ slots }) =>
		slots.filter(({ free }) => free).map(({ startsAt }) => startsAt),
	)
	const byLoop = dateLoopSlots(search).flatMap(({ free }) => free.map((start) => start.getTime()))
	if (String(byLoop) !== String(own)) throw new Error('The engines of the comparison do not agree')
}

/** Median over many short rounds of what one call takes, in microseconds, after a warm-up. */
function medianMicroseconds(run: () => unknown, rounds = 400, roundMs = 1): number {
	let calls = 1
	const measure = () => {
		const start = performance.now()
		for (let call = 0; call < calls; call++) kept[0] = run()
		return performance.now() - start
	}
	// Warm up, and find how many calls fill a round.
	for (const until = performance.now() + 300; performance.now() < until; ) {
		if (measure() < roundMs) calls *= 2
	}
	const times = Array.from({ length: rounds }, () => (measure() / calls) * 1_000).sort((a, b) => a - b)
	return times[Math.floor(rounds / 2)] ?? Number.NaN
}

/** Keeps the last result alive, so that the work cannot be dropped as unused. */
const kept: unknown[] = []

const STAFF_ID = 'staff-0000000000000000'

/**
 * The calendar of one person that both engines get: 7 days, 9:00 to 18:00 with a break from 13:00 to 14:00,
 * appointments of 30 or 60 minutes (of 5, close together, when there are many). It goes through JSON: no two strings
 * are one object, as in rows of a database.
 */
function benchCalendar(firstMidnightAt: Instant, appointments: number): CalendarRows {
	const weekdays = [1, 2, 3, 4, 5, 6, 7]
	const perDay = Math.ceil(appointments / 7)
	const isCrowded = perDay > 10
	const spacing = isCrowded ? 10 : Math.floor(540 / perDay)
	const rows: CalendarRows = {
		shopHours: weekdays.map((dayOfWeek) => ({ dayOfWeek, opensMinute: 480, closesMinute: 1200 })),
		schedules: weekdays.map((dayOfWeek) => ({
			staffMemberId: STAFF_ID,
			dayOfWeek,
			isAvailable: true,
			startMinute: 540,
			endMinute: 1080,
			breakStartMinute: 780,
			breakEndMinute: 840,
		})),
		daysOff: [],
		busy: Array.from({ length: appointments }, (_, index) => {
			const day = index % 7
			const minute = 540 + Math.floor(index / 7) * spacing
			const startsAt = firstMidnightAt + day * DAY_MS + minute * MINUTE_MS
			const minutes = isCrowded ? 5 : 30 + 30 * (index % 2)
			return { staffMemberId: STAFF_ID, startsAt, blockedUntilAt: startsAt + minutes * MINUTE_MS }
		}).sort((a, b) => a.startsAt - b.startsAt),
	}
	return JSON.parse(JSON.stringify(rows))
}

/**
 * A plain loop: for each day and half-hour a Date, compared with every appointment. It finds the engine's times for one
 * person and one service, on the UTC clock.
 */
function dateLoopSlots({
	rows,
	segments,
	days,
	earliestStartAt,
}: SlotSearch): { date: string; free: Date[] }[] {
	const segment = segments[0]
	const staffMemberId = segment?.staffMemberIds[0]
	if (!segment || !staffMemberId) return []
	return days.map((day) => {
		const free: Date[] = []
		const shop = rows.shopHours.find((row) => row.dayOfWeek === day.dayOfWeek)
		const work = rows.schedules.find(
			(row) => row.staffMemberId === staffMemberId && row.dayOfWeek === day.dayOfWeek && row.isAvailable,
		)
		const isOff = rows.daysOff.some((row) => row.staffMemberId === staffMemberId && row.date === day.date)
		if (!shop || !work || isOff) return { date: day.date, free }
		const atMinute = (minute: number) => new Date(day.startsAt + minute * 60_000)
		const closesAt = atMinute(Math.min(shop.closesMinute, work.endMinute))
		const restsAt = work.breakStartMinute === null ? null : atMinute(work.breakStartMinute)
		const resumesAt = work.breakEndMinute === null ? null : atMinute(work.breakEndMinute)
		const mine = rows.busy.filter((row) => row.staffMemberId === staffMemberId)
		for (let start = atMinute(Math.max(shop.opensMinute, work.startMinute)); ; ) {
			const end = new Date(start.getTime() + segment.durationMinutes * 60_000)
			const blockedUntil = new Date(end.getTime() + segment.bufferMinutes * 60_000)
			if (end > closesAt) break
			const rests = restsAt !== null && resumesAt !== null && start < resumesAt && end > restsAt
			const taken = mine.some(
				(row) => new Date(row.startsAt) < blockedUntil && start < new Date(row.blockedUntilAt),
			)
			if (!rests && !taken && start.getTime() >= earliestStartAt) free.push(start)
			start = new Date(start.getTime() + 30 * 60_000)
		}
		return { date: day.date, free }
	})
}
