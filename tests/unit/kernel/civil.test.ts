import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
	addDays,
	dateOfDayNumber,
	dayNumberOf,
	dayOfWeekOf,
	daysBetween,
	durationLabel,
	isCivilDate,
	timeBefore,
	timeText,
} from '#app/kernel/civil.ts'

const dayNumber = fc.integer({ min: dayNumberOf('2000-01-01'), max: dayNumberOf('2199-12-31') })

describe('dates', () => {
	test('only dates that exist are dates', () => {
		for (const date of ['2026-11-23', '2028-02-29', '2000-02-29', '2199-12-31'])
			expect(isCivilDate(date)).toBe(true)
		for (const text of [
			'2026-02-29',
			'2100-02-29',
			'2026-13-01',
			'2026-00-10',
			'2026-04-31',
			'2026-4-3',
			'1999-12-31',
			'2026-11-23 ',
			'23-11-2026',
			'',
		]) {
			expect(isCivilDate(text)).toBe(false)
		}
	})

	test('a date and its number are two names of one day', () => {
		fc.assert(
			fc.property(dayNumber, (number) => {
				const date = dateOfDayNumber(number)
				expect(isCivilDate(date)).toBe(true)
				expect(dayNumberOf(date)).toBe(number)
			}),
		)
	})

	test('days are added over months, years and leap days, and counted back', () => {
		expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
		expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
		expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
		fc.assert(
			fc.property(dayNumber, fc.integer({ min: -400, max: 400 }), (number, days) => {
				const date = dateOfDayNumber(number)
				expect(daysBetween(date, addDays(date, days))).toBe(days)
			}),
		)
	})

	test('weekdays go on from a known one', () => {
		expect(dayOfWeekOf('2026-11-23')).toBe(1)
		expect(dayOfWeekOf('2026-11-29')).toBe(7)
		fc.assert(
			fc.property(dayNumber, (number) => {
				const date = dateOfDayNumber(number)
				expect(dayOfWeekOf(addDays(date, 1))).toBe((dayOfWeekOf(date) % 7) + 1)
				expect(dayOfWeekOf(addDays(date, 7))).toBe(dayOfWeekOf(date))
			}),
		)
	})
})

describe('how times and durations are written', () => {
	test('a time is stored with two digits each', () => {
		expect([0, 65, 870, 1440].map(timeText)).toEqual(['00:00', '01:05', '14:30', '24:00'])
	})

	test('durations', () => {
		expect([5, 45, 60, 120, 150].map(durationLabel)).toEqual(['5 min', '45 min', '1 h', '2 h', '2 h 30 min'])
	})

	test('a deadline, which may be the start itself', () => {
		expect([0, 150].map((minutes) => timeBefore(minutes, 'they start'))).toEqual([
			'they start',
			'2 h 30 min before they start',
		])
	})
})
