import { openSlots } from '#app/domain/availability/open-slots.ts'
import { shopDays } from '#app/domain/availability/shop-days.server.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import { limits } from '../limits.ts'
import { benchCalendar, STAFF_ID } from './calendars.ts'
import { dateLoopSlots } from './date-loop.ts'
import { medianMicroseconds } from './median-time.ts'

/** Both engines in microseconds; `goal`: how many times as long the Date loop must take. */
export type EngineRow = { task: string; engine: number; dateLoop: number; goal: number }

/** 7 days from database rows, the engine beside a plain Date loop on the same rows. Times are medians. */
export function engineTable(): EngineRow[] {
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
