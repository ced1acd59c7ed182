import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HalfHourSet, minuteOfHalfHour } from '#app/domain/availability/half-hour-set.ts'

const everyHalfHour = Array.from({ length: 48 }, (_, halfHour) => halfHour)
const bound = fc.integer({ min: -60, max: 110 })
const gridOffset = fc.integer({ min: 0, max: 29 })
const members = fc.subarray(everyHalfHour)

/** Made one by one, so that no other operation is trusted. */
function setOf(halfHours: readonly number[]): HalfHourSet {
	return HalfHourSet.all.filter((halfHour) => halfHours.includes(halfHour))
}

function listOf(set: HalfHourSet): number[] {
	const list: number[] = []
	set.forEach((halfHour) => {
		list.push(halfHour)
	})
	return list
}

test('a set of half-hours has its members, in order, and counts them', () => {
	fc.assert(
		fc.property(members, (halfHours) => {
			const set = setOf(halfHours)
			expect(listOf(set)).toEqual(halfHours)
			expect(everyHalfHour.filter((halfHour) => set.has(halfHour))).toEqual(halfHours)
			expect(set.size).toBe(halfHours.length)
			expect(set.isEmpty).toBe(halfHours.length === 0)
		}),
	)
	expect(listOf(HalfHourSet.all)).toEqual(everyHalfHour)
	expect(listOf(HalfHourSet.none)).toEqual([])
})

test('what is no half-hour of a day is in no set', () => {
	for (const halfHour of [-32, -1, 48, 56, 80]) expect(HalfHourSet.all.has(halfHour)).toBe(false)
})

test('two sets are joined, met and taken from each other as lists would be', () => {
	fc.assert(
		fc.property(members, members, (one, other) => {
			const [a, b] = [setOf(one), setOf(other)]
			const inEither = everyHalfHour.filter((halfHour) => one.includes(halfHour) || other.includes(halfHour))
			expect(listOf(a.union(b))).toEqual(inEither)
			expect(listOf(a.intersection(b))).toEqual(one.filter((halfHour) => other.includes(halfHour)))
			expect(listOf(a.difference(b))).toEqual(one.filter((halfHour) => !other.includes(halfHour)))
		}),
	)
})

test('a range of half-hours is each of them, and nothing beyond the ends of the day', () => {
	fc.assert(
		fc.property(bound, bound, (first, last) => {
			const inRange = everyHalfHour.filter((halfHour) => halfHour >= first && halfHour <= last)
			expect(listOf(HalfHourSet.range(first, last))).toEqual(inRange)
		}),
	)
})

test('half-hours are found by the minutes at which they start, from before the day to after it', () => {
	// Sixtieths of a minute: an instant inside a minute bounds a stretch as well.
	const minute = fc.integer({ min: -600_000, max: 600_000 }).map((sixtieths) => sixtieths / 60)
	fc.assert(
		fc.property(minute, minute, gridOffset, (one, other, grid) => {
			const [from, to] = [Math.min(one, other), Math.max(one, other)]
			const starts = everyHalfHour.map((halfHour) => minuteOfHalfHour(halfHour, grid))
			const found = (set: HalfHourSet) => listOf(set).map((halfHour) => minuteOfHalfHour(halfHour, grid))
			expect(found(HalfHourSet.startingFromTo(from, to, grid))).toEqual(
				starts.filter((start) => start >= from && start <= to),
			)
			expect(found(HalfHourSet.startingBetween(from, to, grid))).toEqual(
				starts.filter((start) => start > from && start < to),
			)
		}),
	)
	expect(listOf(HalfHourSet.startingFromTo(550, 550, 10))).toEqual([18])
	expect(listOf(HalfHourSet.startingFromTo(551, 551, 10))).toEqual([])
})
