import { openSlots } from '#app/domain/availability/open-slots.ts'
import { shopDays } from '#app/domain/availability/shop-days.server.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import { limits } from '../limits.ts'
import { benchCalendar } from './calendars.ts'
import { dateLoopSlots } from './date-loop.ts'
import { medianMicroseconds } from './median-time.ts'

/** One line of the comparison; `goal` is the least `timesEngine` where P8 sets one. */
export type EngineRow = {
	task: string
	engine: string
	microseconds: number
	timesEngine: number
	goal?: number
}

const ZONE = 'Africa/Lagos'

/** 7 days from database rows, the engine beside a plain Date loop on the same rows. Times are medians. */
export function engineTable(): EngineRow[] {
	return [
		...comparison('one person, 20 appointments', searchFor(1, 20), limits.P8.timesDateLoop.with20),
		...comparison('one person, 200 appointments', searchFor(1, 200), limits.P8.timesDateLoop.with200),
		...engineRows('ten people, 20 appointments each', searchFor(10, 20)),
		...engineRows('ten people, 200 appointments each', searchFor(10, 200)),
		...engineRows('ten people, three services in one visit', severalServices(searchFor(10, 20))),
		...engineRows(
			'one person, 20 appointments, a week with a clock change',
			searchFor(1, 20, 'Europe/London'),
		),
	]
}

function searchFor(staffCount: number, appointmentsEach: number, zone = ZONE): SlotSearch {
	const days = shopDays(zone, zone === ZONE ? '2026-11-23' : '2026-10-19', 7)
	const midnightAt = days[0]?.startsAt ?? 0
	const rows = benchCalendar(midnightAt, staffCount, appointmentsEach)
	const staffMemberIds = [...new Set(rows.schedules.map((row) => row.staffMemberId))]
	const segments = [{ serviceId: 'braids', staffMemberIds, durationMinutes: 30, bufferMinutes: 0 }]
	return { rows, segments, days, earliestStartAt: midnightAt }
}

function severalServices(search: SlotSearch): SlotSearch {
	return { ...search, segments: search.segments.flatMap((segment) => [segment, segment, segment]) }
}

function engineRows(task: string, search: SlotSearch): EngineRow[] {
	const microseconds = medianMicroseconds(() => openSlots(search))
	const listed = medianMicroseconds(() => openSlots(search).map((day) => day.slots))
	return [
		{ task, engine: 'open-slots', microseconds, timesEngine: 1 },
		{
			task,
			engine: 'open-slots, every slot listed',
			microseconds: listed,
			timesEngine: listed / microseconds,
		},
	]
}

function comparison(task: string, search: SlotSearch, goal: number): EngineRow[] {
	const own = engineRows(task, search)
	mustAgree(search)
	const microseconds = medianMicroseconds(() => dateLoopSlots(search), 100)
	const timesEngine = microseconds / (own[0]?.microseconds ?? Number.NaN)
	return [...own, { task, engine: 'plain Date loop', microseconds, timesEngine, goal }]
}

/** Times of engines that answer differently say nothing. */
function mustAgree(search: SlotSearch) {
	const own = openSlots(search).flatMap(({ slots }) =>
		slots.filter(({ free }) => free).map(({ startsAt }) => startsAt),
	)
	const byLoop = dateLoopSlots(search).flatMap(({ free }) => free.map((start) => start.getTime()))
	if (String(byLoop) !== String(own)) throw new Error('The engines of the comparison do not agree')
}
