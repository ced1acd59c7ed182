import { expect, test } from 'vitest'
import { type RotaDay, sevenDays } from '#app/domain/availability/rota.ts'

const day = (dayOfWeek: RotaDay['dayOfWeek'], startMinute: number, endMinute: number): RotaDay => ({
	dayOfWeek,
	startMinute,
	endMinute,
	breakStartMinute: null,
	breakEndMinute: null,
})

test('a week says for each date whether its person works, is off, or the shop is closed', () => {
	// 2026-11-30 is a Monday. On Tuesday the shop closes before the person would begin.
	const days = sevenDays('2026-11-30', {
		week: [day(1, 540, 1080), day(2, 1080, 1020), day(3, 540, 1080), day(4, 540, 1080)],
		daysOff: ['2026-12-02'],
		closedDays: ['2026-12-03'],
	})
	expect(days.map(({ date, works, isClosed }) => [date, works?.startMinute ?? null, isClosed])).toEqual([
		['2026-11-30', 540, false],
		['2026-12-01', null, false],
		['2026-12-02', null, false],
		['2026-12-03', null, true],
		['2026-12-04', null, false],
		['2026-12-05', null, false],
		['2026-12-06', null, false],
	])
})
