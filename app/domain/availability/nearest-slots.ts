import type { Instant } from '#app/kernel/instant.ts'
import type { DaySlots, Slot } from './day-slots.ts'
import { clockMinuteAt, dayOfInstant } from './shop-day.ts'

/**
 * The free times to offer when a requested one is gone ('Booking Conflict'): those of the same day, then of the days
 * after it, then of the days before; within a day by how far they are on the clock, the earlier of two as near.
 */
export function nearestSlots(days: readonly DaySlots[], requestedStartAt: Instant, count: number): Slot[] {
	const requestedDay = dayOfInstant(
		days.map(({ day }) => day),
		requestedStartAt,
	)
	const position = days.findIndex(({ day }) => day === requestedDay)
	const requestedMinute = requestedDay ? clockMinuteAt(requestedDay, requestedStartAt) : 0
	const inOrder = [...days.slice(Math.max(0, position)), ...days.slice(0, Math.max(0, position)).reverse()]
	const nearest: Slot[] = []
	for (const day of inOrder) {
		if (nearest.length >= count) break
		if (day.freeCount === 0) continue
		const distance = (slot: Slot) => Math.abs(slot.startMinute - requestedMinute)
		const free = day.slots.filter((slot) => slot.free && slot.startsAt !== requestedStartAt)
		nearest.push(...free.sort((a, b) => distance(a) - distance(b) || a.startMinute - b.startMinute))
	}
	return nearest.slice(0, count)
}
