export const SLOT_STEP_MINUTES = 30

const HALF_HOURS_PER_WORD = 24

/**
 * The half-hours of one day at which an appointment can start: an immutable set with the operations of `Set`, each on
 * all half-hours at once. This file alone knows its bits:
 *
 *      the word am, 24 bits                     the word pm, 24 bits
 *      bit  0      1      2    …  23            0      1      2    …  23
 *         ┌──────┬──────┬──────┬───┬──────┐  ┌──────┬──────┬──────┬───┬──────┐
 *         │  0   │  1   │  2   │ … │  23  │  │  24  │  25  │  26  │ … │  47  │   half-hour
 *         └──────┴──────┴──────┴───┴──────┘  └──────┴──────┴──────┴───┴──────┘
 *          00:00  00:30  01:00      11:30     12:00  12:30  13:00      23:30    with grid offset 0
 *          00:10  00:40  01:10      11:40     12:10  12:40  13:10      23:40    with grid offset 10
 *
 * The grid offset (0 to 29) is where in the half-hour a shift begins: a shift from 09:10 is offered from 09:10.
 * Two words, because JavaScript's bitwise operators work on 32 bits.
 */
export class HalfHourSet {
	static readonly none = new HalfHourSet(0, 0)
	static readonly all = HalfHourSet.range(0, 47)

	readonly #am: number
	readonly #pm: number

	private constructor(am: number, pm: number) {
		this.#am = am
		this.#pm = pm
	}

	/** Both ends included; half-hours outside the day are left out. */
	static range(first: number, last: number): HalfHourSet {
		return new HalfHourSet(
			bitsBetween(first, last),
			bitsBetween(first - HALF_HOURS_PER_WORD, last - HALF_HOURS_PER_WORD),
		)
	}

	/** Both minutes included. */
	static startingFromTo(
		earliestMinute: number,
		latestMinute: number,
		gridOffsetMinutes: number,
	): HalfHourSet {
		const first = Math.ceil((earliestMinute - gridOffsetMinutes) / SLOT_STEP_MINUTES)
		const last = Math.floor((latestMinute - gridOffsetMinutes) / SLOT_STEP_MINUTES)
		return HalfHourSet.range(first, last)
	}

	/** Both minutes excluded. */
	static startingBetween(afterMinute: number, beforeMinute: number, gridOffsetMinutes: number): HalfHourSet {
		const first = Math.floor((afterMinute - gridOffsetMinutes) / SLOT_STEP_MINUTES) + 1
		const last = Math.ceil((beforeMinute - gridOffsetMinutes) / SLOT_STEP_MINUTES) - 1
		return HalfHourSet.range(first, last)
	}

	get isEmpty(): boolean {
		return this.#am === 0 && this.#pm === 0
	}

	get size(): number {
		return countBits(this.#am) + countBits(this.#pm)
	}

	has(halfHour: number): boolean {
		const isMorning = halfHour < HALF_HOURS_PER_WORD
		const word = isMorning ? this.#am : this.#pm
		return (word & bitAt(isMorning ? halfHour : halfHour - HALF_HOURS_PER_WORD)) !== 0
	}

	union(other: HalfHourSet): HalfHourSet {
		return new HalfHourSet(this.#am | other.#am, this.#pm | other.#pm)
	}

	intersection(other: HalfHourSet): HalfHourSet {
		return new HalfHourSet(this.#am & other.#am, this.#pm & other.#pm)
	}

	difference(other: HalfHourSet): HalfHourSet {
		return new HalfHourSet(this.#am & ~other.#am, this.#pm & ~other.#pm)
	}

	filter(isKept: (halfHour: number) => boolean): HalfHourSet {
		let am = 0
		let pm = 0
		this.forEach((halfHour) => {
			if (!isKept(halfHour)) return
			if (halfHour < HALF_HOURS_PER_WORD) am |= bitAt(halfHour)
			else pm |= bitAt(halfHour - HALF_HOURS_PER_WORD)
		})
		return new HalfHourSet(am, pm)
	}

	forEach(appointment: (halfHour: number) => void) {
		// `left & (left - 1)` is `left` without its lowest bit.
		for (let left = this.#am; left !== 0; left &= left - 1) appointment(lowestBit(left))
		for (let left = this.#pm; left !== 0; left &= left - 1) appointment(lowestBit(left) + HALF_HOURS_PER_WORD)
	}
}

export function minuteOfHalfHour(halfHour: number, gridOffsetMinutes: number): number {
	return halfHour * SLOT_STEP_MINUTES + gridOffsetMinutes
}

function bitAt(place: number): number {
	return place < 0 || place >= HALF_HOURS_PER_WORD ? 0 : 1 << place
}

/** Both bits included, within 0 to 23; nothing if `from` is later. */
function bitsBetween(from: number, to: number): number {
	const first = Math.max(from, 0)
	const last = to >= HALF_HOURS_PER_WORD ? HALF_HOURS_PER_WORD - 1 : to
	return first > last ? 0 : (2 << last) - (1 << first)
}

function lowestBit(word: number): number {
	return 31 - Math.clz32(word & -word)
}

/** Pairs are counted, then fours, then bytes. */
function countBits(word: number): number {
	let bits = word - ((word >> 1) & 0x555555)
	bits = (bits & 0x333333) + ((bits >> 2) & 0x333333)
	bits = (bits + (bits >> 4)) & 0x0f0f0f
	return (bits + (bits >> 8) + (bits >> 16)) & 0x1f
}
