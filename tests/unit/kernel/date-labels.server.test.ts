import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { addDays, MINUTES_PER_DAY } from '#app/kernel/civil.ts'
import {
	clockLabel,
	clockLabelAt,
	clockOrMomentLabelAt,
	clockOrNearMomentLabelAt,
	clockOrNearMomentWordsAt,
	dateLabel,
	dayName,
	hoursLabel,
	lastDayLabel,
	lastDayShortLabel,
	lastMonthLabel,
	mailedMomentLabelAt,
	momentLabelAt,
	monthLabel,
	monthYearLabel,
	nearMomentLabelAt,
	nearMomentWordsAt,
	sessionDayLabelAt,
	shortDateLabel,
	shortDateLabelAt,
	weekdayLabel,
} from '#app/kernel/date-labels.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'

const zoneOfThisMachine = process.env.TZ

afterEach(() => {
	if (zoneOfThisMachine === undefined) delete process.env.TZ
	else process.env.TZ = zoneOfThisMachine
})

test('O6: hours end at midnight by its name, and a whole day has one of its own', () => {
	expect(hoursLabel(540, 1_200)).toBe('9:00 AM – 8:00 PM')
	expect(hoursLabel(0, 600)).toBe('12:00 AM – 10:00 AM')
	expect(hoursLabel(540, 1_440)).toBe('9:00 AM – midnight')
	expect(hoursLabel(0, 1_440)).toBe('Open 24 hours')
	expect(hoursLabel(0, 1_440, 'All day')).toBe('All day')
})

test('C28: the clock reads from midnight to midnight', () => {
	expect([0, 5, 60, 540, 719, 720, 750, 870, 1439, 1440].map(clockLabel)).toEqual([
		'12:00 AM',
		'12:05 AM',
		'1:00 AM',
		'9:00 AM',
		'11:59 AM',
		'12:00 PM',
		'12:30 PM',
		'2:30 PM',
		'11:59 PM',
		'12:00 AM',
	])
})

test('C29: dates, and their parts', () => {
	expect(dateLabel('2025-01-05')).toBe('Jan 05, 2025')
	expect(shortDateLabel('2026-11-24')).toBe('Tue 24 Nov')
	expect(shortDateLabel('2026-11-04')).toBe('Wed 4 Nov')
	expect(weekdayLabel('2026-11-24')).toBe('Tue')
	expect(monthLabel('2026-12-01')).toBe('Dec')
	expect(monthYearLabel('2026-12-01')).toBe('Dec 2026')
	expect([1, 2, 3, 4, 5, 6, 7].map((day) => dayName(day as 1))).toEqual([
		'Monday',
		'Tuesday',
		'Wednesday',
		'Thursday',
		'Friday',
		'Saturday',
		'Sunday',
	])
})

test("moments read by the shop's clock", () => {
	const at = Date.parse('2026-11-24T13:30Z')
	expect(clockLabelAt('Africa/Lagos', at)).toBe('2:30 PM')
	expect(shortDateLabelAt('Pacific/Kiritimati', at)).toBe('Wed 25 Nov')
	expect(momentLabelAt('Africa/Lagos', at)).toBe('Tue 24 Nov, 2:30 PM')
	expect(momentLabelAt('Africa/Lagos', at, Date.parse('2027-01-02T13:30Z'))).toBe('Tue 24 Nov 2026, 2:30 PM')
	expect(mailedMomentLabelAt('America/New_York', at)).toBe('Tue 24 Nov 2026, 8:30 AM (New York time)')
})

test('L37: a near moment names today and tomorrow by the clock of its shop, and a far one its year', () => {
	const at = Date.parse('2026-11-24T13:30Z')
	const seen = (now: string) => nearMomentLabelAt('Africa/Lagos', at, Date.parse(now))
	expect(seen('2026-11-23T23:00Z')).toBe('Today, 2:30 PM')
	expect(seen('2026-11-24T22:59Z')).toBe('Today, 2:30 PM')
	expect(seen('2026-11-23T22:59Z')).toBe('Tomorrow, 2:30 PM')
	expect(seen('2026-11-22T22:59Z')).toBe('Tue 24 Nov, 2:30 PM')
	expect(seen('2026-11-24T23:00Z')).toBe('Tue 24 Nov, 2:30 PM')
	expect(seen('2025-12-31T12:00Z')).toBe('Tue 24 Nov 2026, 2:30 PM')
	expect(nearMomentWordsAt('Africa/Lagos', at, at)).toBe('today, 2:30 PM')
	expect(nearMomentWordsAt('Africa/Lagos', at, at - DAY_MS)).toBe('tomorrow, 2:30 PM')
	expect(nearMomentWordsAt('Africa/Lagos', at, at - 2 * DAY_MS)).toBe('Tue 24 Nov, 2:30 PM')
	expect(clockOrNearMomentLabelAt('Africa/Lagos', at, at)).toBe('2:30 PM')
	expect(clockOrNearMomentLabelAt('Africa/Lagos', at, at - DAY_MS)).toBe('Tomorrow, 2:30 PM')
	expect(clockOrNearMomentWordsAt('Africa/Lagos', at, at)).toBe('2:30 PM')
	expect(clockOrNearMomentWordsAt('Africa/Lagos', at, at - DAY_MS)).toBe('tomorrow, 2:30 PM')
	expect(sessionDayLabelAt('Africa/Lagos', at, at)).toBe('Tue, Nov 24')
	expect(sessionDayLabelAt('Africa/Lagos', Date.parse('2027-01-05T13:30Z'), at)).toBe('Tue, Jan 5, 2027')
})

test('a moment on the same day as another is told by the clock alone', () => {
	const at = Date.parse('2026-11-24T22:30Z')
	expect(clockOrMomentLabelAt('Africa/Lagos', at, at - HOUR_MS)).toBe('11:30 PM')
	expect(clockOrMomentLabelAt('Africa/Lagos', at, at + HOUR_MS)).toBe('Tue 24 Nov, 11:30 PM')
})

test('a moment reads as its date and its minute do, in any zone', () => {
	const zones = ['Africa/Lagos', 'Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']
	const anInstant = fc
		.integer({ min: Date.UTC(2025, 0, 1) / MINUTE_MS, max: Date.UTC(2030, 0, 1) / MINUTE_MS })
		.map((minutes) => minutes * MINUTE_MS)
	fc.assert(
		fc.property(fc.constantFrom(...zones), anInstant, (zone, at) => {
			const { date, minute } = civilAt(zone, at)
			expect(momentLabelAt(zone, at)).toBe(`${shortDateLabel(date)}, ${clockLabel(minute)}`)
		}),
		{ numRuns: 500 },
	)
})

test.each(['America/New_York', 'Africa/Cairo', 'America/Santiago', 'Pacific/Kiritimati'])(
	'the zone of the machine changes no label: %s',
	(zone) => {
		const minutes = Array.from({ length: MINUTES_PER_DAY }, (_, minute) => minute)
		const dates = Array.from({ length: 366 }, (_, days) => addDays('2026-01-01', days))
		const at = Date.parse('2026-03-08T01:30Z')
		const labels = () => [
			...minutes.map(clockLabel),
			...dates.map(dateLabel),
			momentLabelAt('Africa/Lagos', at),
		]
		process.env.TZ = 'UTC'
		const inUtc = labels()
		process.env.TZ = zone
		expect(labels()).toEqual(inUtc)
	},
)

test('M27: a period that ends at midnight has the day before as its last, in its own zone', () => {
	const midnightInLagos = Date.parse('2026-12-22T23:00Z')
	expect(lastDayLabel('Africa/Lagos', midnightInLagos)).toBe('Dec 22, 2026')
	expect(lastDayShortLabel('Africa/Lagos', midnightInLagos)).toBe('Tue 22 Dec')
	expect(lastMonthLabel('Africa/Lagos', Date.parse('2026-12-31T23:00Z'))).toBe('Dec 2026')
	// A reward ends at the hour at which it was earned: it can be used on that day.
	expect(lastDayLabel('Africa/Lagos', midnightInLagos + HOUR_MS)).toBe('Dec 23, 2026')
})
