import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unstaffedHours, weekOfShop } from '#app/domain/availability/rota.ts'

const day = (dayOfWeek: number, startMinute: number, endMinute: number) => ({
	...{ dayOfWeek, startMinute, endMinute },
})

test.each([
	['a day on which no one works is named as a whole', [], [day(7, 540, 1080)]],
	['so is one on which people work while it is closed', [[day(7, 300, 540)]], [day(7, 540, 1080)]],
	['a morning and an evening', [[day(7, 600, 960)]], [day(7, 540, 600), day(7, 960, 1080)]],
	['one comes early and another leaves late', [[day(7, 540, 700)], [day(7, 800, 1080)]], []],
	['another day’s shift helps nothing', [[day(6, 0, 1440)]], [day(7, 540, 1080)]],
])('O5: %s', (_, weeks, expected) => {
	expect(unstaffedHours([day(7, 540, 1080)], weeks)).toEqual(expected)
})

test('O5: a shop in which one person follows it is never open with no one', () => {
	const stretch = fc
		.tuple(
			fc.integer({ min: 1, max: 7 }),
			fc.integer({ min: 0, max: 1439 }),
			fc.integer({ min: 1, max: 1440 }),
		)
		.filter(([, start, end]) => start < end)
		.map(([dayOfWeek, start, end]) => day(dayOfWeek, start, end))
	fc.assert(
		fc.property(fc.array(stretch), fc.array(fc.array(stretch)), (opening, others) => {
			expect(unstaffedHours(opening, [...others, weekOfShop])).toEqual([])
		}),
	)
})
