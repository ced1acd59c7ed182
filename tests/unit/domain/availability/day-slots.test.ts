import { expect, test } from 'vitest'
import { nearestSlots } from '#app/domain/availability/day-slots.ts'
import { openSlots } from '#app/domain/availability/open-slots.ts'
import { aSearch, at, busyFrom } from './a-shop.ts'

function nearest(shop: Parameters<typeof aSearch>[0], requestedStartAt: number, count: number): string[] {
	const text = (instant: number) => new Date(instant + 3_600_000).toISOString().slice(5, 16)
	return nearestSlots(openSlots(aSearch(shop)), requestedStartAt, count).map(({ startsAt }) => text(startsAt))
}

test('the nearest free times of the same day come first, the earlier of two that are as near', () => {
	const busy = [busyFrom('ada', '13:00', '14:00')]
	expect(nearest({ busy }, at('13:00'), 4)).toEqual([
		'11-23T12:00',
		'11-23T14:00',
		'11-23T11:30',
		'11-23T14:30',
	])
})

test('a full day is followed by the next day, around the same time of the clock', () => {
	const busy = [busyFrom('ada', '09:00', '16:00')]
	expect(nearest({ busy, days: 2 }, at('13:00'), 4)).toEqual([
		'11-23T16:00',
		'11-24T13:00',
		'11-24T12:30',
		'11-24T13:30',
	])
})

test('when nothing is left after it, earlier days are offered, the nearest first', () => {
	const busy = [busyFrom('ada', '09:00', '17:00', '2026-11-25')]
	// 15 times a day: all of the 24th come before the first of the 23rd.
	const offered = nearest({ busy, days: 3 }, at('13:00', '2026-11-25'), 16)
	expect(offered.map((time) => time.slice(0, 5))).toEqual([...Array(15).fill('11-24'), '11-23'])
	expect([offered[0], offered[15]]).toEqual(['11-24T13:00', '11-23T13:00'])
})

test('taken times and the requested time itself are never offered, and none when there is none', () => {
	expect(nearest({}, at('13:00'), 99)).toHaveLength(14)
	expect(nearest({ busy: [busyFrom('ada', '09:00', '17:00')] }, at('13:00'), 3)).toEqual([])
})

test('a request outside of the days shown gets the first free times', () => {
	expect(nearest({ days: 2 }, at('13:00', '2027-01-01'), 2)).toEqual(['11-23T09:00', '11-23T09:30'])
})
