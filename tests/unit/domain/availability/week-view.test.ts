import { describe, expect, test } from 'vitest'
import { openSlots } from '#app/domain/availability/open-slots.ts'
import { slotGroupAt, slotGroups } from '#app/domain/availability/slot-groups.ts'
import {
	fitsAnOpening,
	stripQuery,
	weekView,
	whyNothingIsFree,
} from '#app/domain/availability/week-view.server.ts'
import { aSearch, aService, at, busyFrom, MONDAY, minuteOf } from './a-shop.ts'

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

test('the days of a strip are named from today on: Today, Tomorrow, then weekdays', () => {
	const days = openSlots(aSearch({ days: 3 }))
	const week = { today: MONDAY, days, chosen: null, previousFrom: null, nextFrom: null, nothingFree: null }
	expect(weekView(week, '?').days.map(({ label }) => label)).toEqual(['Today', 'Tomorrow', 'Wed'])
})

test('before 12:00 is morning, from 12:00 afternoon, from 17:00 evening', () => {
	const groups = ['00:00', '11:59', '12:00', '16:59', '17:00', '23:30'].map((time) =>
		slotGroupAt(minuteOf(time)),
	)
	expect(groups).toEqual(['morning', 'morning', 'afternoon', 'afternoon', 'evening', 'evening'])
})

test('the three groups are always there, each in the order of the list', () => {
	const slots = [{ startMinute: 700 }, { startMinute: 540 }, { startMinute: 1020 }]
	expect(slotGroups(slots)).toEqual({ morning: [slots[0], slots[1]], afternoon: [], evening: [slots[2]] })
})

test('a link opens the strip that has the date: this week without words, later ones in steps of seven days', () => {
	expect(stripQuery('2026-11-21', '2026-11-21')).toBe('')
	expect(stripQuery('2026-11-21', '2026-11-27')).toBe('')
	expect(stripQuery('2026-11-21', '2026-11-28')).toBe('from=2026-11-28')
	expect(stripQuery('2026-11-21', '2026-12-11')).toBe('from=2026-12-05')
	expect(stripQuery('2026-11-21', '2026-11-20')).toBe('')
})
