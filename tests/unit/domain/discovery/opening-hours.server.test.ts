import { describe, expect, test } from 'vitest'
import { openStatus, weekTable } from '#app/domain/discovery/opening-hours.server.ts'

const weekdays = [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, opensMinute: 540, closesMinute: 1_200 }))
const saturdayNight = { dayOfWeek: 6, opensMinute: 600, closesMinute: 1_440 }

describe('What a shop says about now', () => {
	test('is open from the first minute to the last', () => {
		expect(openStatus(weekdays, { date: '2026-11-23', dayOfWeek: 1, minute: 540 })).toEqual({
			isOpen: true,
			label: 'Open until 8:00 PM',
		})
		expect(openStatus(weekdays, { date: '2026-11-23', dayOfWeek: 1, minute: 1_199 })?.isOpen).toBe(true)
		expect(openStatus(weekdays, { date: '2026-11-23', dayOfWeek: 1, minute: 1_200 })?.isOpen).toBe(false)
	})

	test('before opening it says when', () => {
		expect(openStatus(weekdays, { date: '2026-11-24', dayOfWeek: 2, minute: 0 })).toEqual({
			isOpen: false,
			label: 'Opens 9:00 AM',
		})
	})

	test('after closing it says which day comes next, over the weekend too', () => {
		expect(openStatus(weekdays, { date: '2026-11-23', dayOfWeek: 1, minute: 1_300 })?.label).toBe(
			'Closed until tomorrow, 9:00 AM',
		)
		expect(openStatus(weekdays, { date: '2026-11-27', dayOfWeek: 5, minute: 1_300 })?.label).toBe(
			'Closed until Monday, 9:00 AM',
		)
	})

	test('a shop that opens once a week is closed for a week', () => {
		const once = [{ dayOfWeek: 3, opensMinute: 540, closesMinute: 600 }]
		expect(openStatus(once, { date: '2026-11-25', dayOfWeek: 3, minute: 700 })?.label).toBe(
			'Closed until Wednesday, 9:00 AM',
		)
	})

	test('a day without hours is closed, a shop without hours says nothing', () => {
		expect(openStatus(weekdays, { date: '2026-11-29', dayOfWeek: 7, minute: 600 })).toEqual({
			isOpen: false,
			label: 'Closed today',
		})
		expect(openStatus([], { date: '2026-11-29', dayOfWeek: 7, minute: 600 })).toBeNull()
	})

	test('on a closed day it says so and why, and a day off ahead is passed over', () => {
		const monday = { date: '2026-11-23', reason: 'Public holiday' }
		const tuesday = { date: '2026-11-24', reason: '' }
		const at = { date: monday.date, dayOfWeek: 1, minute: 1_300 } as const
		expect(openStatus(weekdays, at, [monday])).toEqual({
			isOpen: false,
			label: 'Closed today: Public holiday',
		})
		expect(openStatus(weekdays, at, [tuesday])?.label).toBe('Closed until Wednesday, 9:00 AM')
		expect(weekTable(weekdays, 1, monday)[0]).toMatchObject({ hours: 'Closed: Public holiday' })
	})

	test('O6: a shop that never closes is open 24 hours, and until midnight before a day that begins later', () => {
		const nonStop = [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, opensMinute: 0, closesMinute: 1_440 }))
		const at = { date: '2026-11-23', dayOfWeek: 1, minute: 1_300 } as const
		expect(openStatus(nonStop, at)?.label).toBe('Open 24 hours')
		expect(openStatus(nonStop, at, [{ date: '2026-11-24', reason: '' }])?.label).toBe('Open until midnight')
		const friday = { date: '2026-11-27', dayOfWeek: 5, minute: 1_300 } as const
		expect(openStatus(nonStop, friday)?.label).toBe('Open until midnight')
		expect(weekTable(nonStop, 1)[0]).toMatchObject({ hours: 'Open 24 hours' })
	})

	test('closing at midnight is called midnight', () => {
		expect(openStatus([saturdayNight], { date: '2026-11-28', dayOfWeek: 6, minute: 1_439 })?.label).toBe(
			'Open until midnight',
		)
	})
})

test('The week is told from Monday to Sunday, with today marked and closed days named', () => {
	const week = weekTable([...weekdays, saturdayNight], 6)
	expect(week.map((row) => row.day)).toEqual([
		'Monday',
		'Tuesday',
		'Wednesday',
		'Thursday',
		'Friday',
		'Saturday',
		'Sunday',
	])
	expect(week[0]?.hours).toBe('9:00 AM – 8:00 PM')
	expect(week[5]).toEqual({
		day: 'Saturday',
		hours: '10:00 AM – midnight',
		isToday: true,
	})
	expect(week[6]?.hours).toBe('Closed')
	expect(week.filter((row) => row.isToday)).toHaveLength(1)
})
