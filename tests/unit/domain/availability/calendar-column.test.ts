import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarColumn, shownHalfHours } from '#app/domain/availability/calendar-column.ts'

const shift = { startMinute: 540, endMinute: 780, breakStartMinute: 660, breakEndMinute: 720 }
const item = (startMinute: number, endMinute: number, untilMinute = endMinute) => ({
	startMinute,
	endMinute,
	untilMinute,
})
const kindsOf = (cells: { kind: string; first: number; last: number }[]) =>
	cells.map(({ kind, first, last }) => `${kind} ${first}–${last}`)

describe('a column of the calendar', () => {
	test('is off, past, free and a break in its places', () => {
		const cells = calendarColumn(
			{ first: 17, last: 28 },
			{ shift, items: [], pastBefore: 571, isFreeParted: true },
		)
		expect(kindsOf(cells)).toEqual([
			...['off 17–18', 'past 18–20', 'free 20–21', 'free 21–22'],
			...['break 22–24', 'free 24–25', 'free 25–26', 'off 26–28'],
		])
	})

	test('may join its free half-hours', () => {
		const cells = calendarColumn(
			{ first: 18, last: 26 },
			{ shift, items: [], pastBefore: 0, isFreeParted: false },
		)
		expect(kindsOf(cells)).toEqual(['free 18–22', 'break 22–24', 'free 24–26'])
	})

	test('joins what shares a half-hour, and keeps a buffer from being free', () => {
		const items = [item(630, 645, 655), item(540, 570), item(575, 615)]
		const cells = calendarColumn({ first: 18, last: 24 }, { shift, items, pastBefore: 0, isFreeParted: true })
		expect(kindsOf(cells)).toEqual(['taken 18–19', 'taken 19–21', 'taken 21–22', 'break 22–24'])
		expect(cells.map((cell) => cell.items.length)).toEqual([1, 1, 1, 0])
		const buffered = calendarColumn(
			{ first: 18, last: 22 },
			{ shift, items: [item(540, 570, 600)], pastBefore: 0, isFreeParted: true },
		)
		expect(kindsOf(buffered)).toEqual(['taken 18–20', 'free 20–21', 'free 21–22'])
	})

	test('shows what lies outside of the hours', () => {
		const cells = calendarColumn(
			{ first: 16, last: 20 },
			{ shift: null, items: [item(490, 520)], pastBefore: 0, isFreeParted: true },
		)
		expect(kindsOf(cells)).toEqual(['taken 16–18', 'off 18–20'])
	})

	test('has each half-hour and each item once, and is free in no minute that is not', () => {
		const minute = fc.integer({ min: 0, max: 1440 })
		const stretch = fc
			.tuple(minute, fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 40 }))
			.map(([start, length, buffer]) => item(start, start + length, start + length + buffer))
		const day = fc.record({
			shift: fc.option(
				fc
					.uniqueArray(minute, { minLength: 4, maxLength: 4 })
					.map((minutes) => minutes.toSorted((a, b) => a - b))
					.map(([startMinute = 0, breakStartMinute = 0, breakEndMinute = 0, endMinute = 0]) => ({
						...{ startMinute, breakStartMinute, breakEndMinute, endMinute },
					})),
			),
			items: fc.array(stretch, { maxLength: 8 }),
			pastBefore: minute,
			isFreeParted: fc.boolean(),
		})
		fc.assert(
			fc.property(day, (column) => {
				const { items, pastBefore } = column
				const cells = calendarColumn({ first: 0, last: 48 }, column)
				expect(
					cells.flatMap(({ first, last }) => [...Array(last - first)].map((_, row) => first + row)),
				).toEqual([...Array(48)].map((_, row) => row))
				const inside = items.filter(({ startMinute }) => startMinute < 1440)
				const shown = cells.flatMap((cell) => cell.items)
				expect(new Set(shown).size).toBe(shown.length)
				expect(shown).toHaveLength(inside.length)
				const isFree = (at: number) =>
					column.shift !== null &&
					at >= column.shift.startMinute &&
					at < column.shift.endMinute &&
					!(at >= column.shift.breakStartMinute && at < column.shift.breakEndMinute) &&
					items.every(({ startMinute, untilMinute }) => at < startMinute || at >= untilMinute)
				for (let row = 0; row < 48; row++) {
					const minutes = [...Array(30)].map((_, at) => row * 30 + at)
					const cell = cells.find(({ first, last }) => first <= row && row < last)
					expect(cell?.kind === 'free').toBe(minutes.every(isFree) && row * 30 >= pastBefore)
				}
			}),
		)
	})
})

describe('the half-hours of a calendar', () => {
	test('hold all shifts and items', () => {
		expect(shownHalfHours([shift, null], [item(500, 520), item(770, 800)])).toEqual({ first: 16, last: 27 })
		expect(shownHalfHours([shift], [item(1400, 1440)])).toEqual({ first: 18, last: 48 })
	})

	test('are none where no one works and nothing is booked', () => {
		expect(shownHalfHours([null], [])).toBeNull()
	})
})
