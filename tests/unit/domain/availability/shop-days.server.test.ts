import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
	clockMinuteAt,
	clockSpan,
	dayEndsAt,
	dayOfInstant,
	instantOfMinute,
} from '#app/domain/availability/shop-day.ts'
import { shopDays } from '#app/domain/availability/shop-days.server.ts'
import { addDays, MINUTES_PER_DAY } from '#app/kernel/civil.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt, instantOf } from '#app/kernel/zone.server.ts'

const zones = [
	'Africa/Lagos',
	'Europe/London',
	'America/New_York',
	'Australia/Lord_Howe',
	'Africa/Cairo',
	'Africa/Casablanca',
	'America/Santiago',
	'Asia/Kathmandu',
	'Pacific/Apia',
	'Pacific/Kiritimati',
	'UTC',
]

const aDay = fc
	.record({ zone: fc.constantFrom(...zones), offset: fc.integer({ min: 0, max: 1_460 }) })
	.map(({ zone, offset }) => ({ zone, date: addDays('2025-01-01', offset) }))

test('a week in Lagos has seven days of 24 hours, each with its weekday', () => {
	const days = shopDays('Africa/Lagos', '2026-11-28', 7)
	expect(days.map(({ date, dayOfWeek }) => `${date} ${dayOfWeek}`)).toEqual([
		'2026-11-28 6',
		'2026-11-29 7',
		'2026-11-30 1',
		'2026-12-01 2',
		'2026-12-02 3',
		'2026-12-03 4',
		'2026-12-04 5',
	])
	expect(days.every(({ dstChange }) => dstChange === null)).toBe(true)
	expect(days[0]?.startsAt).toBe(Date.parse('2026-11-27T23:00Z'))
})

test('a clock change is found to the minute, on its day alone', () => {
	const changes = (zone: string, first: string) =>
		shopDays(zone, first, 7).flatMap(({ date, dstChange }) =>
			dstChange
				? [`${date} ${new Date(dstChange.at).toISOString().slice(0, 16)} ${dstChange.forwardMinutes}`]
				: [],
		)
	expect(changes('Europe/London', '2026-03-26')).toEqual(['2026-03-29 2026-03-29T01:00 60'])
	expect(changes('Europe/London', '2026-10-22')).toEqual(['2026-10-25 2026-10-25T01:00 -60'])
	expect(changes('America/New_York', '2026-03-08')).toEqual(['2026-03-08 2026-03-08T07:00 60'])
	expect(changes('America/New_York', '2026-10-26')).toEqual(['2026-11-01 2026-11-01T06:00 -60'])
	expect(changes('Australia/Lord_Howe', '2026-10-01')).toEqual(['2026-10-04 2026-10-03T15:30 30'])
})

test('a day has the length that its clock gives it', () => {
	const hours = (zone: string, date: string) =>
		shopDays(zone, date, 1).map(
			(day) => (dayEndsAt(day) - (instantOfMinute(day, 0) ?? day.startsAt)) / HOUR_MS,
		)[0]
	expect(hours('Europe/London', '2026-03-29')).toBe(23)
	expect(hours('Europe/London', '2026-10-25')).toBe(25)
	expect(hours('Africa/Lagos', '2026-03-29')).toBe(24)
	// Cairo puts the clock ahead at 00:00 and back at 24:00: the neighbours have 24 hours.
	expect(hours('Africa/Cairo', '2026-04-23')).toBe(24)
	expect(hours('Africa/Cairo', '2026-04-24')).toBe(23)
	expect(hours('Africa/Cairo', '2026-10-29')).toBe(25)
	expect(hours('Africa/Cairo', '2026-10-30')).toBe(24)
})

test('what the clock keeps of a visit is one stretch, also across a change', () => {
	const spanOf = (date: string, minute: number, minutes: number) =>
		shopDays('Europe/London', date, 1).map((day) =>
			clockSpan(day, instantOfMinute(day, minute) ?? 0, minutes),
		)[0]
	expect(spanOf('2026-03-29', 30, 30)).toEqual({ startMinute: 30, endMinute: 60 })
	expect(spanOf('2026-03-29', 30, 60)).toEqual({ startMinute: 30, endMinute: 150 })
	expect(spanOf('2026-10-25', 90, 30)).toEqual({ startMinute: 90, endMinute: 120 })
	expect(spanOf('2026-10-25', 90, 60)).toEqual({ startMinute: 60, endMinute: 120 })
	expect(spanOf('2026-10-26', 90, 60)).toEqual({ startMinute: 90, endMinute: 150 })
})

test('minutes and instants of a day are those of the zone, both ways, in any zone', () => {
	fc.assert(
		fc.property(aDay, fc.integer({ min: 0, max: MINUTES_PER_DAY - 1 }), ({ zone, date }, minute) => {
			const [day] = shopDays(zone, date, 1)
			if (!day) throw new Error('no day')
			const at = instantOfMinute(day, minute)
			expect(at).toBe(instantOf(zone, date, minute))
			if (at === null) return
			expect(clockMinuteAt(day, at)).toBe(minute)
			expect(civilAt(zone, at)).toEqual({ date, minute })
		}),
		{ numRuns: 2_000 },
	)
})

test('every instant falls on the day that the zone says, asked one day at a time or a month at once', () => {
	fc.assert(
		fc.property(aDay, fc.integer({ min: 0, max: 30 * MINUTES_PER_DAY }), ({ zone, date }, minutes) => {
			const month = shopDays(zone, date, 31)
			const at = (month[0]?.startsAt ?? 0) + minutes * MINUTE_MS
			const civil = civilAt(zone, at)
			const day = dayOfInstant(month, at)
			if (civil.date < date || civil.date > addDays(date, 30)) return
			expect(day?.date).toBe(civil.date)
			expect(day && clockMinuteAt(day, at)).toBe(civil.minute)
			expect(shopDays(zone, civil.date, 1)).toEqual([day])
		}),
		{ numRuns: 300 },
	)
})
