import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTES_PER_DAY } from '#app/kernel/civil.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt, instantOf, lastDayEnds, lastDayOf, offsetMinutesAt } from '#app/kernel/zone.server.ts'

const zones = [
	'Africa/Lagos',
	'Europe/London',
	'America/New_York',
	'Australia/Lord_Howe',
	'Africa/Cairo',
	'Asia/Kathmandu',
	'Pacific/Kiritimati',
	'Pacific/Pago_Pago',
	'UTC',
]

const anInstant = fc
	.integer({ min: Date.UTC(2025, 0, 1) / MINUTE_MS, max: Date.UTC(2030, 0, 1) / MINUTE_MS })
	.map((minutes) => minutes * MINUTE_MS)

/** What the platform itself says that the clock of a zone shows. */
function shownBy(zone: string, at: number): string {
	const parts = new Intl.DateTimeFormat('en-CA', {
		timeZone: zone,
		hourCycle: 'h23',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
	}).formatToParts(at)
	const part = (type: string) => parts.find((one) => one.type === type)?.value
	return `${part('year')}-${part('month')}-${part('day')} ${Number(part('hour')) * 60 + Number(part('minute'))}`
}

test('Lagos is one hour ahead, all year', () => {
	expect(offsetMinutesAt('Africa/Lagos', Date.UTC(2026, 0, 1))).toBe(60)
	expect(offsetMinutesAt('Africa/Lagos', Date.UTC(2026, 6, 1))).toBe(60)
	expect(civilAt('Africa/Lagos', Date.parse('2026-11-22T23:30Z'))).toEqual({ date: '2026-11-23', minute: 30 })
	expect(offsetMinutesAt('Nowhere/Atall', 0)).toBeNaN()
})

test('the clock shows what the platform says, at any instant in any zone', () => {
	fc.assert(
		fc.property(fc.constantFrom(...zones), anInstant, (zone, at) => {
			const { date, minute } = civilAt(zone, at)
			expect(`${date} ${minute}`).toBe(shownBy(zone, at))
		}),
		{ numRuns: 500 },
	)
})

test('an instant turns into a time of the clock and back, and of a repeated time the first is meant', () => {
	fc.assert(
		fc.property(fc.constantFrom(...zones), anInstant, (zone, at) => {
			const { date, minute } = civilAt(zone, at)
			const back = instantOf(zone, date, minute)
			expect(back).not.toBeNull()
			expect(back).toBeLessThanOrEqual(at)
			if (back !== at) expect(civilAt(zone, back ?? 0)).toEqual({ date, minute })
		}),
		{ numRuns: 2_000 },
	)
})

test('a time that the spring gap skips does not exist', () => {
	const minutesThatExist = (zone: string, date: string) =>
		Array.from({ length: MINUTES_PER_DAY }, (_, minute) => minute).filter(
			(minute) => instantOf(zone, date, minute) !== null,
		).length
	expect(instantOf('Europe/London', '2026-03-29', 59)).toBe(Date.parse('2026-03-29T00:59Z'))
	expect(instantOf('Europe/London', '2026-03-29', 60)).toBeNull()
	expect(instantOf('Europe/London', '2026-03-29', 119)).toBeNull()
	expect(instantOf('Europe/London', '2026-03-29', 120)).toBe(Date.parse('2026-03-29T01:00Z'))
	expect(minutesThatExist('Europe/London', '2026-03-29')).toBe(1_380)
	expect(minutesThatExist('Australia/Lord_Howe', '2026-10-04')).toBe(1_410)
	expect(minutesThatExist('Africa/Lagos', '2026-03-29')).toBe(1_440)
})

test('of a time that autumn repeats the first is meant', () => {
	expect(instantOf('Europe/London', '2026-10-25', 90)).toBe(Date.parse('2026-10-25T00:30Z'))
	expect(instantOf('America/New_York', '2026-11-01', 90)).toBe(Date.parse('2026-11-01T05:30Z'))
	expect(instantOf('Europe/London', '2026-10-25', 120)).toBe(Date.parse('2026-10-25T02:00Z'))
})

test('midnight belongs to the day that begins, and 24:00 is the next midnight', () => {
	const midnight = Date.parse('2026-11-22T23:00Z')
	expect(civilAt('Africa/Lagos', midnight)).toEqual({ date: '2026-11-23', minute: 0 })
	expect(civilAt('Africa/Lagos', midnight - 1)).toEqual({ date: '2026-11-22', minute: 1439 })
	expect(instantOf('Africa/Lagos', '2026-11-22', MINUTES_PER_DAY)).toBe(midnight)
})

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
