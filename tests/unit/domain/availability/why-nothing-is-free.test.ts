import { describe, expect, test } from 'vitest'
import { fitsAnOpening } from '#app/domain/availability/fits-an-opening.server.ts'
import { openSlots } from '#app/domain/availability/open-slots.ts'
import { weekView, whyNothingIsFree } from '#app/domain/availability/week-view.server.ts'
import { aSearch, aService, at, busyFrom, MONDAY } from './a-shop.ts'

type Shop = Parameters<typeof aSearch>[0]
const ada = (work: object = {}) => ({ staff: [{ id: 'ada', from: '09:00', until: '17:00', ...work }] })

/** The strip of a week without a free time: its reason, what is said, and what its first day reads. */
function strip(shop: Shop) {
	const search = aSearch(shop)
	const days = openSlots(search)
	const nothingFree = whyNothingIsFree(days, search)
	const week = { today: MONDAY, days, chosen: null, previousFrom: null, nextFrom: null, nothingFree }
	const { nothingFree: said, days: shown } = weekView(week, '?')
	return [nothingFree.why, said?.words, shown[0]?.isTooShort]
}

describe('R51: a week without a free time says why', () => {
	test.each<[string, Shop, ReturnType<typeof strip>]>([
		[
			'all times taken',
			{ busy: [busyFrom('ada', '09:00', '17:00')] },
			['full', 'Every open day shown is full.', false],
		],
		[
			'a day taken, and one closed',
			{ ...ada({ off: ['2026-11-24'] }), days: 2, busy: [busyFrom('ada', '09:00', '17:00')] },
			['full', 'Every open day shown is full.', false],
		],
		['no one at work', ada({ off: [MONDAY] }), ['closed', 'All the days shown are closed.', false]],
		[
			'a day that is over',
			{ earliest: at('16:30') },
			['over', 'It’s too late to book the days shown.', false],
		],
		[
			'a visit longer than any opening',
			{ minutes: 510, days: 7 },
			['too_long', 'This visit takes 8 h 30 min. No opening is that long.', true],
		],
		[
			'a visit that a break cuts',
			{ ...ada({ rest: ['12:00', '13:00'] }), minutes: 270 },
			['too_long', 'This visit takes 4 h 30 min. No opening is that long.', true],
		],
	])('%s', (_, shop, expected) => {
		expect(strip(shop)).toEqual(expected)
	})
})

test('R51: whether a visit fits goes by weekly hours alone, not by what is booked, off or over', () => {
	const busy = [busyFrom('ada', '09:00', '17:00')]
	expect(fitsAnOpening(aSearch({ ...ada({ off: [MONDAY] }), busy, minutes: 480 }))).toBe(true)
	expect(fitsAnOpening(aSearch({ minutes: 481 }))).toBe(false)
	const half = aService(['ada'], 240)
	expect(fitsAnOpening(aSearch({ segments: [half, half] }))).toBe(true)
	expect(fitsAnOpening(aSearch({ segments: [half, aService(['ada'], 241)] }))).toBe(false)
	expect(fitsAnOpening(aSearch({ staff: [], minutes: 60 }))).toBeNull()
})
