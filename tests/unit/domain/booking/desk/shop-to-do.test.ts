import { expect, test } from 'vitest'
import { isToClose, toDoLine } from '#app/domain/booking/desk/shop-to-do.ts'

const today = '2026-11-24'

test.each([
	['2026-11-23', true],
	['2026-11-10', true],
	['2026-11-09', false],
	['2026-11-24', false],
	['2026-11-25', false],
])('a visit of %s is to be closed: %s', (date, isSo) => {
	expect(isToClose(date, today)).toBe(isSo)
})

test('what waits is one line, of other days than today', () => {
	expect(
		toDoLine(
			{
				unclosed: [
					['2026-11-09', 9],
					['2026-11-22', 1],
					['2026-11-23', 1],
					[today, 5],
				],
				newAhead: [
					[today, 4],
					['2026-11-25', 1],
				],
				problems: 3,
				orders: 1,
				deposits: 2,
			},
			today,
		),
	).toBe('2 visits to close · 1 new booking · 3 problems · 1 order to be paid · 2 deposits to come')
})

test('nothing is said where nothing waits', () => {
	const nothing = { unclosed: [], newAhead: [], problems: 0, orders: 0, deposits: 0 }
	expect(toDoLine(nothing, today)).toBeNull()
	expect(toDoLine({ ...nothing, unclosed: [[today, 5]], newAhead: [[today, 1]] }, today)).toBeNull()
	expect(toDoLine({ ...nothing, unclosed: [['2026-11-23', 1]] }, today)).toBe('1 visit to close')
})
