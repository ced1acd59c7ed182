import { expect, test } from 'vitest'
import { publicHolidays } from '#app/domain/availability/public-holidays.ts'
import { addDays, dateOfDayNumber, dayNumberOf } from '#app/kernel/civil.ts'

const years = [2026, 2027, 2028, 2029]
const named = (name: string) =>
	publicHolidays('2026-01-01', '2029-12-31').filter((holiday) => holiday.name === name)

/** The Gregorian computus of Meeus, as another book has it. */
function easterOf(year: number): string {
	const a = year % 19
	const century = Math.floor(year / 100)
	const h = (19 * a + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 15) % 30
	const i = h - Math.floor(h / 28) * (1 - Math.floor(29 / (h + 1)) * Math.floor((21 - a) / 11))
	const j = (year + Math.floor(year / 4) + i + 2 - century + Math.floor(century / 4)) % 7
	const day = i - j
	const month = 3 + Math.floor((day + 40) / 44)
	return `${year}-0${month}-${String(day + 28 - 31 * Math.floor(month / 4)).padStart(2, '0')}`
}

/** Each date of these years that has that day and month of the Umm al-Qura calendar. */
function datesByMoon(month: number, day: number): string[] {
	const calendar = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', {
		day: 'numeric',
		month: 'numeric',
		timeZone: 'UTC',
	})
	const first = dayNumberOf('2026-01-01')
	return Array.from({ length: 1_461 }, (_, days) => dateOfDayNumber(first + days)).filter((date) => {
		const parts = calendar.formatToParts(Date.parse(date))
		const numberOf = (type: string) => Number(parts.find((part) => part.type === type)?.value)
		return numberOf('month') === month && numberOf('day') === day
	})
}

test('Easter is where the computus puts it', () => {
	expect(named('Good Friday').map(({ date }) => date)).toEqual(
		years.map((year) => addDays(easterOf(year), -2)),
	)
	expect(named('Easter Monday').map(({ date }) => date)).toEqual(
		years.map((year) => addDays(easterOf(year), 1)),
	)
})

test.each([
	['Eid al-Fitr', 10, 1],
	['Eid al-Fitr, second day', 10, 2],
	['Eid al-Adha', 12, 10],
	['Eid al-Adha, second day', 12, 11],
	['Eid al-Mawlid', 3, 12],
])('%s is where the moon is expected, and says so', (name, month, day) => {
	expect(named(name).map(({ date }) => date)).toEqual(datesByMoon(month, day))
	expect(named(name).every(({ isExpected }) => isExpected)).toBe(true)
})

test('a stretch of days has its holidays in their order, both ends included', () => {
	expect(publicHolidays('2026-12-25', '2027-01-01').map(({ date, name }) => [date, name])).toEqual([
		['2026-12-25', 'Christmas Day'],
		['2026-12-26', 'Boxing Day'],
		['2027-01-01', 'New Year’s Day'],
	])
	expect(publicHolidays('2026-12-27', '2026-12-31')).toEqual([])
})

test('the table reaches a year ahead of today, so that a new year is added in time', () => {
	const today = new Date().toISOString().slice(0, 10)
	const names = publicHolidays(today, addDays(today, 365)).map(({ name }) => name)
	expect(new Set(names).size).toBe(13)
})
