import type { CivilDate } from '#app/kernel/civil.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { countBits, HALF_HOURS_PER_WORD, SLOT_STEP_MINUTES } from './half-hours.ts'
import { type DayOfShop, instantOfMinute } from './shop-day.ts'

/** A time that a visit can start, or could if it were not taken. */
export type Slot = {
	/** On the shop's clock; with the date it names the slot. */
	startMinute: number
	startsAt: Instant
	endsAt: Instant
	free: boolean
}

/** The starts of one day that share a phase, as bits (see `half-hours.ts`). */
type Grid = { phase: number; listedAm: number; listedPm: number; freeAm: number; freePm: number }

/**
 * The times of one day. The date strip needs counts alone, so the slots of a day are made when they are first read.
 * Closed: `isOpen` is false. Full: open, and `freeCount` is 0 (with no slots at all when what is left of the day is
 * too short, or inside the notice).
 */
export class DaySlots {
	readonly day: DayOfShop
	/** Somebody works for each service that day. */
	isOpen = false
	freeCount = 0
	readonly #visitMinutes: number
	readonly #grids: Grid[] = []
	#slots: readonly Slot[] | null = null

	constructor(day: DayOfShop, visitMinutes: number) {
		this.day = day
		this.#visitMinutes = visitMinutes
	}

	get date(): CivilDate {
		return this.day.date
	}

	/** In order of time, taken ones included. */
	get slots(): readonly Slot[] {
		this.#slots ??= this.#listSlots()
		return this.#slots
	}

	/** Joins the starts of one more person: a start is free when one of them is. For the engine. */
	add(phase: number, listedAm: number, listedPm: number, freeAm: number, freePm: number) {
		this.isOpen = true
		const grid = this.#grids.find((known) => known.phase === phase)
		if (grid === undefined) {
			this.#grids.push({ phase, listedAm, listedPm, freeAm, freePm })
			this.freeCount += countBits(freeAm) + countBits(freePm)
			return
		}
		this.freeCount += countBits(freeAm & ~grid.freeAm) + countBits(freePm & ~grid.freePm)
		grid.listedAm |= listedAm
		grid.listedPm |= listedPm
		grid.freeAm |= freeAm
		grid.freePm |= freePm
	}

	#listSlots(): Slot[] {
		const slots: Slot[] = []
		for (const { phase, listedAm, listedPm, freeAm, freePm } of this.#grids) {
			this.#listWord(slots, listedAm, freeAm, phase)
			this.#listWord(slots, listedPm, freePm, phase + HALF_HOURS_PER_WORD * SLOT_STEP_MINUTES)
		}
		// People whose work starts at another minute of the half-hour have other starts; together they are in order.
		return this.#grids.length > 1 ? slots.sort((a, b) => a.startsAt - b.startsAt) : slots
	}

	/** One slot for each bit that is set, from the lowest on. */
	#listWord(slots: Slot[], listed: number, free: number, firstMinute: number) {
		for (let left = listed; left !== 0; left &= left - 1) {
			const bit = left & -left
			const startMinute = firstMinute + (31 - Math.clz32(bit)) * SLOT_STEP_MINUTES
			const startsAt = instantOfMinute(this.day, startMinute)
			if (startsAt === null) continue
			const endsAt = startsAt + this.#visitMinutes * MINUTE_MS
			slots.push({ startMinute, startsAt, endsAt, free: (free & bit) !== 0 })
		}
	}
}
