import { expect, test } from 'vitest'
import { lastDayEnds, lastDayOf } from '#app/kernel/zone.server.ts'

const zone = 'Africa/Lagos'
/** Lagos is an hour ahead of UTC: its midnight after 31 December. */
const newYear = Date.UTC(2026, 11, 31, 23)

test('a last day ends at the midnight after it, on the shop’s clock', () => {
	expect(lastDayEnds(zone, '2026-12-31')).toBe(newYear)
	expect(lastDayOf(zone, newYear)).toBe('2026-12-31')
	expect(lastDayOf(zone, newYear + 1)).toBe('2027-01-01')
	expect(lastDayEnds(zone, null, newYear)).toBeNull()
})

test('what ended on that day at an hour keeps its hour; another day is a whole one', () => {
	const atNoon = Date.UTC(2026, 11, 31, 11)
	expect(lastDayEnds(zone, '2026-12-31', atNoon)).toBe(atNoon)
	expect(lastDayEnds(zone, '2027-01-01', atNoon)).toBe(Date.UTC(2027, 0, 1, 23))
	expect(lastDayEnds(zone, '2026-12-31', null)).toBe(newYear)
})
