import { describe, expect, test } from 'vitest'
import { isFull } from '#app/domain/availability/day-slots.ts'
import { openSlots } from '#app/domain/availability/open-slots.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { aSearch, aService, at, busyFrom, MONDAY, timesOf } from './a-shop.ts'

describe('the grid of a day', () => {
	test('a time is offered every 30 minutes from the start of work, as long as the visit ends before closing', () => {
		expect(timesOf(aSearch({ closes: '12:00' }))).toEqual([['09:00', '09:30', '10:00', '10:30', '11:00']])
	})

	test('a visit of 90 or 75 minutes keeps its last start, closing time minus its length', () => {
		expect(timesOf(aSearch({ closes: '12:00', minutes: 90 }))[0]?.at(-1)).toBe('10:30')
		expect(timesOf(aSearch({ closes: '12:00', minutes: 75 }))[0]?.at(-1)).toBe('10:30')
		expect(timesOf(aSearch({ closes: '12:15', minutes: 75 }))[0]?.at(-1)).toBe('11:00')
		expect(timesOf(aSearch({ closes: '12:14', minutes: 75 }))[0]?.at(-1)).toBe('10:30')
	})

	test('somebody who starts at 10:15 is offered from 10:15, and never before the shop opens or after it closes', () => {
		const staff = [{ id: 'ada', from: '10:15', until: '20:00' }]
		expect(timesOf(aSearch({ staff, closes: '12:00' }))).toEqual([['10:15', '10:45']])
		expect(timesOf(aSearch({ staff: [{ id: 'ada', from: '07:10', until: '11:00' }], minutes: 60 }))).toEqual([
			['09:00', '09:30', '10:00'],
		])
	})

	test('a visit that takes the whole day fits once, and a minute more fits never', () => {
		expect(timesOf(aSearch({ minutes: 480 }))).toEqual([['09:00']])
		expect(timesOf(aSearch({ minutes: 481 }))).toEqual([[]])
	})

	test('a shop that never closes is offered from midnight to midnight', () => {
		const staff = [{ id: 'ada', from: '00:00', until: '24:00' }]
		const [times] = timesOf(aSearch({ staff, opens: '00:00', closes: '24:00', minutes: 30 }))
		expect(times).toHaveLength(48)
		expect([times?.[0], times?.at(-1)]).toEqual(['00:00', '23:30'])
	})
})

describe('breaks', () => {
	const staff = [{ id: 'ada', from: '09:00', until: '14:00', rest: ['11:00', '12:00'] as [string, string] }]

	test('a visit may end when the break starts and start when it ends, and never touch it', () => {
		expect(timesOf(aSearch({ staff }))).toEqual([['09:00', '09:30', '10:00', '12:00', '12:30', '13:00']])
	})

	test('the buffer may run into the break and past closing', () => {
		expect(timesOf(aSearch({ staff, buffer: 30 }))).toEqual(timesOf(aSearch({ staff })))
	})

	test('a break of no length takes nothing away', () => {
		const noRest = [{ ...staff[0]!, rest: ['11:00', '11:00'] as [string, string] }]
		expect(timesOf(aSearch({ staff: noRest }))[0]).toContain('10:30')
	})
})

describe('taken times', () => {
	test('a time of no length takes nothing', () => {
		const busy = [busyFrom('ada', '10:10', '10:10')]
		expect(timesOf(aSearch({ busy, closes: '11:30' }))).toEqual([['09:00', '09:30', '10:00', '10:30']])
	})

	test('a visit of 60 minutes takes 60 minutes: what touches it stays free', () => {
		const busy = [busyFrom('ada', '11:00', '12:00')]
		expect(timesOf(aSearch({ busy, closes: '14:00' }))[0]?.join(' ')).toBe(
			'09:00 09:30 10:00 (10:30) (11:00) (11:30) 12:00 12:30 13:00',
		)
	})

	test('the buffer comes after the visit, never before, and must end before the next visit starts', () => {
		const busy = [busyFrom('ada', '11:00', '12:00')]
		expect(timesOf(aSearch({ busy, closes: '14:00', buffer: 15 }))[0]?.join(' ')).toBe(
			'09:00 09:30 (10:00) (10:30) (11:00) (11:30) 12:00 12:30 13:00',
		)
	})

	test('R17: a time inside the buffer of another visit is taken', () => {
		const busy = [{ ...busyFrom('ada', '10:00', '11:00'), blockedUntilAt: at('11:20') }]
		expect(timesOf(aSearch({ busy, closes: '13:00' }))[0]?.join(' ')).toBe(
			'09:00 (09:30) (10:00) (10:30) (11:00) 11:30 12:00',
		)
	})

	test('a gap that is exactly as long as the visit is free, one minute less is not', () => {
		const gap = (until: string) => [busyFrom('ada', '09:00', '11:00'), busyFrom('ada', until, '17:00')]
		expect(timesOf(aSearch({ busy: gap('12:00') }))[0]?.filter((time) => !time.startsWith('('))).toEqual([
			'11:00',
		])
		expect(openSlots(aSearch({ busy: gap('11:59') }))[0]?.freeCount).toBe(0)
	})

	test('a gap of no length between two visits offers nothing', () => {
		const busy = [busyFrom('ada', '09:00', '12:00'), busyFrom('ada', '12:00', '17:00')]
		expect(openSlots(aSearch({ busy, minutes: 5 }))[0]?.freeCount).toBe(0)
	})

	test('a visit of the day before that runs past midnight still takes its time', () => {
		const staff = [{ id: 'ada', from: '00:00', until: '24:00' }]
		const busy = [{ staffMemberId: 'ada', startsAt: at('23:00', '2026-11-22'), blockedUntilAt: at('01:00') }]
		const [times] = timesOf(aSearch({ staff, busy, opens: '00:00', closes: '03:00' }))
		expect(times).toEqual(['(00:00)', '(00:30)', '01:00', '01:30', '02:00'])
	})

	test('the buffer of the last visit before midnight keeps the first of the next day away', () => {
		const staff = [{ id: 'ada', from: '00:00', until: '24:00' }]
		const busy = [busyFrom('ada', '00:15', '01:00', '2026-11-24')]
		const search = aSearch({ staff, busy, opens: '22:00', closes: '24:00', buffer: 30 })
		expect(timesOf(search)).toEqual([['22:00', '22:30', '(23:00)']])
	})

	test('a long visit stays taken, as its time passes, until its very end', () => {
		const busy = [busyFrom('ada', '10:00', '14:00')]
		for (let now = at('09:45'); now < at('14:00'); now += 5 * MINUTE_MS) {
			const [day] = openSlots(aSearch({ busy, earliest: now }))
			const free = day?.slots.filter((slot) => slot.free).map(({ startsAt }) => startsAt)
			expect(free?.[0]).toBe(at('14:00'))
		}
	})

	test('R21: somebody who moves a visit is offered its own time, since their own row is left out', () => {
		const own = busyFrom('ada', '11:00', '12:00')
		const other = busyFrom('ada', '13:00', '14:00')
		expect(timesOf(aSearch({ busy: [own, other] }))[0]).toContain('(11:00)')
		const moving = timesOf(aSearch({ busy: [other] }))[0]
		expect(moving).toEqual(expect.arrayContaining(['10:30', '11:00', '11:30', '(13:00)']))
	})

	test('R21: a shop that changes its zone keeps its visits at their instants', () => {
		const busy = [busyFrom('ada', '11:00', '12:00')]
		// 11:00 in Lagos is 13:00 in Nairobi.
		const [times] = timesOf(aSearch({ busy, zone: 'Africa/Nairobi' }))
		expect(times?.filter((time) => time.startsWith('('))).toEqual(['(12:30)', '(13:00)', '(13:30)'])
	})

	test('somebody else being busy takes nothing away', () => {
		expect(openSlots(aSearch({ busy: [busyFrom('bola', '09:00', '17:00')] }))[0]?.freeCount).toBe(15)
	})
})

describe('notice', () => {
	test('a time that has passed, or is inside the notice, is not shown at all', () => {
		expect(timesOf(aSearch({ closes: '12:00', earliest: at('10:00') }))).toEqual([
			['10:00', '10:30', '11:00'],
		])
		expect(timesOf(aSearch({ closes: '12:00', earliest: at('10:00') + 1 }))).toEqual([['10:30', '11:00']])
	})

	test('R14: three hours of notice are three hours, also in the night when the clock is put ahead', () => {
		const staff = [{ id: 'ada', from: '00:00', until: '06:00' }]
		const zone = 'Europe/London'
		const date = '2026-03-29'
		const now = at('00:30', date, zone)
		const search = aSearch({
			zone,
			date,
			staff,
			opens: '00:00',
			closes: '06:00',
			earliest: now + 3 * HOUR_MS,
		})
		expect(timesOf(search)).toEqual([['04:30', '05:00']])
	})
})

describe('days', () => {
	test('a day off, a weekday without hours and a day that is not worked are closed; a booked day is full', () => {
		const staff = [{ id: 'ada', from: '09:00', until: '17:00', off: ['2026-11-24'] }]
		const search = aSearch({ staff, days: 4, busy: [busyFrom('ada', '09:00', '17:00')] })
		const rows = {
			...search.rows,
			shopHours: search.rows.shopHours.filter(({ dayOfWeek }) => dayOfWeek !== 3),
			schedules: search.rows.schedules.map((row) => ({ ...row, isAvailable: row.dayOfWeek !== 4 })),
		}
		const days = openSlots({ ...search, rows })
		expect(days.map(({ date, isOpen, freeCount }) => [date, isOpen, freeCount])).toEqual([
			[MONDAY, true, 0],
			['2026-11-24', false, 0],
			['2026-11-25', false, 0],
			['2026-11-26', false, 0],
		])
		expect(days[0]?.slots).toHaveLength(15)
	})

	test('a booked day is full while one of its times is to come, and then it is over', () => {
		const staff = [{ id: 'ada', from: '09:00', until: '17:00' }]
		const isFullAt = (time: string) => {
			const search = aSearch({ staff, busy: [busyFrom('ada', '09:00', '17:00')], earliest: at(time) })
			return openSlots(search).map(isFull)
		}
		expect(isFullAt('16:00')).toEqual([true])
		expect(isFullAt('16:01')).toEqual([false])
		expect(openSlots(aSearch()).map(isFull)).toEqual([false])
	})

	test('a service that nobody does is never open', () => {
		expect(openSlots(aSearch({ segments: [aService([], 60)] }))[0]?.isOpen).toBe(false)
		expect(openSlots(aSearch({ segments: [] }))[0]?.isOpen).toBe(false)
	})
})

describe('any available', () => {
	const ada = { id: 'ada', from: '09:00', until: '11:00' }

	test('a time is free as long as one person can take it', () => {
		const staff = [ada, { id: 'bola', from: '09:00', until: '11:00' }]
		const busy = [busyFrom('ada', '09:00', '11:00'), busyFrom('bola', '09:00', '10:00')]
		const search = aSearch({ staff, busy })
		expect(timesOf(search)).toEqual([['(09:00)', '(09:30)', '10:00']])
		expect(openSlots(search)[0]?.freeCount).toBe(1)
	})

	test('each person keeps the starts of their own day, together in order of time', () => {
		const staff = [ada, { id: 'bola', from: '09:15', until: '12:00' }]
		expect(timesOf(aSearch({ staff }))).toEqual([
			['09:00', '09:15', '09:30', '09:45', '10:00', '10:15', '10:45'],
		])
	})

	test('a day is open while one of them works', () => {
		const staff = [
			{ ...ada, off: [MONDAY] },
			{ id: 'bola', from: '09:00', until: '11:00' },
		]
		expect(timesOf(aSearch({ staff }))).toEqual([['09:00', '09:30', '10:00']])
	})
})
