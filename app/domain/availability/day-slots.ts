import type { CivilDate } from '#app/kernel/civil.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { type HalfHourSet, minuteOfHalfHour } from './half-hour-set.ts'
import { clockMinuteAt, dayOfInstant, instantOfMinute, type ShopDay } from './shop-day.ts'

/** A listed start of a visit, free or taken. */
export type Slot = {
	/** On the shop's clock. */
	startMinute: number
	startsAt: Instant
	endsAt: Instant
	free: boolean
}

type Grid = { gridOffsetMinutes: number; listed: HalfHourSet; free: HalfHourSet }

/**
 * The times of one day. The date strip needs only counts, so slots are made when first read. Closed: not `isOpen`.
 * Full: open with `freeCount` 0, also when no time is left that day.
 */
export class DaySlots {
	readonly day: ShopDay
	/** Each service has staff at work. */
	isOpen = false
	freeCount = 0
	readonly #totalMinutes: number
	readonly #grids: Grid[] = []
	#slots: readonly Slot[] | null = null

	constructor(day: ShopDay, totalMinutes: number) {
		this.day = day
		this.#totalMinutes = totalMinutes
	}

	get date(): CivilDate {
		return this.day.date
	}

	/** By time, taken ones included. */
	get slots(): readonly Slot[] {
		this.#slots ??= this.#listSlots()
		return this.#slots
	}

	/** Adds the starts of one more person: a start is free when one of them is. */
	add(gridOffsetMinutes: number, listed: HalfHourSet, free: HalfHourSet) {
		this.isOpen = true
		const grid = this.#grids.find((known) => known.gridOffsetMinutes === gridOffsetMinutes)
		if (grid === undefined) {
			this.#grids.push({ gridOffsetMinutes, listed, free })
			this.freeCount += free.size
			return
		}
		this.freeCount += free.difference(grid.free).size
		grid.listed = grid.listed.union(listed)
		grid.free = grid.free.union(free)
	}

	#listSlots(): Slot[] {
		const slots: Slot[] = []
		for (const { gridOffsetMinutes, listed, free } of this.#grids) {
			listed.forEach((halfHour) => {
				const startMinute = minuteOfHalfHour(halfHour, gridOffsetMinutes)
				const startsAt = instantOfMinute(this.day, startMinute)
				if (startsAt === null) return
				const endsAt = startsAt + this.#totalMinutes * MINUTE_MS
				slots.push({ startMinute, startsAt, endsAt, free: free.has(halfHour) })
			})
		}
		// Shifts that begin at another minute of the half-hour have their own grid.
		return this.#grids.length > 1 ? slots.sort((a, b) => a.startsAt - b.startsAt) : slots
	}
}

/** Whether the day has times ahead and all are taken: a customer can wait for one. */
export function isFull(day: DaySlots): boolean {
	return day.freeCount === 0 && day.slots.length > 0
}

/**
 * The free times to offer when a requested one is gone: that day's first, then later days', then earlier days'. Within
 * a day the nearest on the clock come first; of two equally near, the earlier.
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
