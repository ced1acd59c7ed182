import { describe, expect, test } from 'vitest'
import { firstOpenings, nextFree } from '#app/domain/availability/first-openings.ts'
import { followsShop, weekOfShop } from '#app/domain/availability/rota.ts'
import { aSearch, aService, at, busyFrom, MONDAY } from './a-shop.ts'

const TUESDAY = '2026-11-24'
const staff = ['ada', 'bola'].map((id) => ({ id, from: '09:00', until: '11:00' }))
type Shop = Parameters<typeof aSearch>[0]

/** '23 10:00 ada service-60', with a star at the last of a day. */
function openings(services: ReturnType<typeof aService>[], shop: Shop = {}): string[] {
	return firstOpenings(aSearch({ staff, days: 2, ...shop }), services).map((one) => {
		const clock = new Date(one.startsAt + 3_600_000).toISOString().slice(11, 16)
		return `${one.date.slice(8)} ${clock} ${one.staffMemberId} ${one.serviceId}${one.isLastOfDay ? ' *' : ''}`
	})
}

describe('the first openings', () => {
	test('are all of the first day, and the earliest of each later one', () => {
		expect(openings([aService(['ada'], 60)])).toEqual([
			'23 09:00 ada service-60',
			'23 09:30 ada service-60',
			'23 10:00 ada service-60 *',
			'24 09:00 ada service-60 *',
		])
	})

	test('name the first listed service that can start then, and the first of its people who is free', () => {
		const busy = [busyFrom('ada', '09:00', '10:00')]
		expect(openings([aService(['ada', 'bola'], 60), aService(['bola'], 90)], { busy, days: 1 })).toEqual([
			'23 09:00 bola service-60',
			'23 09:30 bola service-60',
			'23 10:00 ada service-60 *',
		])
		expect(openings([aService(['ada'], 60), aService(['bola'], 30)], { busy, days: 1 })).toEqual([
			'23 10:00 ada service-60',
			'23 09:00 bola service-30',
			'23 09:30 bola service-30',
			'23 10:30 bola service-30 *',
		])
	})

	test('of a later day are of the service that starts first', () => {
		const busy = [busyFrom('ada', '09:00', '09:30', TUESDAY)]
		const services = [aService(['ada'], 60), aService(['bola'], 90)]
		expect(openings(services, { busy }).at(-1)).toBe('24 09:00 bola service-90 *')
		expect(openings(services.toReversed(), { busy }).at(-1)).toBe('24 09:00 bola service-90 *')
	})

	test('say until when the person is kept', () => {
		const [first] = firstOpenings(aSearch({ staff }), [aService(['ada'], 60, 15)])
		expect(first).toEqual({
			date: MONDAY,
			startMinute: 540,
			startsAt: at('09:00'),
			blockedUntilAt: at('10:15'),
			serviceId: 'service-60',
			staffMemberId: 'ada',
			isLastOfDay: false,
		})
	})

	test('are none of a full day, nor of one whose clock changes', () => {
		const busy = [busyFrom('ada', '09:00', '11:00')]
		expect(openings([aService(['ada'], 60)], { busy })).toEqual(['24 09:00 ada service-60 *'])
		const change = { staff, zone: 'Europe/London', date: '2026-10-25' }
		expect(firstOpenings(aSearch(change), [aService(['ada'], 60)])).toEqual([])
	})
})

test('the next free time is the first of the first day that has one', () => {
	const service = aService(['ada'], 60)
	const next = (busy: ReturnType<typeof busyFrom>[]) => nextFree(aSearch({ staff, days: 2, busy }), service)
	expect(next([])).toEqual({ date: MONDAY, startMinute: 540 })
	expect(next([busyFrom('ada', '09:00', '09:30')])).toEqual({ date: MONDAY, startMinute: 570 })
	const monday = busyFrom('ada', '09:00', '11:00')
	expect(next([monday])).toEqual({ date: TUESDAY, startMinute: 540 })
	expect(next([monday, busyFrom('ada', '09:00', '11:00', TUESDAY)])).toBeNull()
})

test('O5: a week follows the shop if it is all of each day, without a break', () => {
	const [first, ...others] = weekOfShop
	const changed = (change: object) => followsShop([{ ...first!, ...change }, ...others])
	expect(changed({})).toBe(true)
	expect(changed({ breakStartMinute: 0, breakEndMinute: 0 })).toBe(true)
	expect(followsShop(others)).toBe(false)
	expect(changed({ startMinute: 1 })).toBe(false)
	expect(changed({ endMinute: 1_439 })).toBe(false)
	expect(changed({ breakStartMinute: 0, breakEndMinute: 30 })).toBe(false)
	expect(weekOfShop.map(({ dayOfWeek }) => dayOfWeek)).toEqual([1, 2, 3, 4, 5, 6, 7])
})
