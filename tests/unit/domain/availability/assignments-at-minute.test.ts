import { describe, expect, test } from 'vitest'
import { assignmentsAtMinute, nextStartOnDay } from '#app/domain/availability/assignments-at-minute.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { aSearch, aService, at, busyFrom, MONDAY } from './a-shop.ts'

type Shop = Parameters<typeof aSearch>[0]
const staff = ['ada', 'bola'].map((id) => ({ id, from: '09:00', until: '17:00' }))
const resting = [{ id: 'ada', from: '09:00', until: '17:00', rest: ['12:00', '13:00'] as [string, string] }]

/** 'ada+bola' for each way to staff a visit, or why there is none. */
function waysAt(time: string, shop: Shop = {}, date = MONDAY): string[] | string {
	const found = assignmentsAtMinute(aSearch({ staff, ...shop }), at(time, date))
	if ('problem' in found) return found.problem
	return found.assignments.map((way) => way.map(({ staffMemberId }) => staffMemberId).join('+'))
}

describe('a walk-in', () => {
	test('starts at any minute that the shift allows, with whoever has least to do', () => {
		expect(waysAt('09:07')).toEqual(['ada', 'bola'])
		expect(waysAt('09:07', { busy: [busyFrom('ada', '15:00', '16:00')] })).toEqual(['bola', 'ada'])
		expect(waysAt('16:00')).toEqual(['ada', 'bola'])
		expect(waysAt('16:01')).toBe('outside_hours')
		expect(waysAt('08:59')).toBe('outside_hours')
		expect(waysAt('09:00', {}, '2026-11-24')).toBe('outside_hours')
	})

	test('misses breaks and days off', () => {
		expect(waysAt('11:00', { staff: resting })).toEqual(['ada'])
		expect(waysAt('11:01', { staff: resting })).toBe('outside_hours')
		expect(waysAt('13:00', { staff: resting })).toEqual(['ada'])
		expect(waysAt('11:30', { staff: [{ ...resting[0]!, rest: ['12:00', '12:00'] }] })).toEqual(['ada'])
		expect(waysAt('10:00', { staff: [{ ...staff[0]!, off: [MONDAY] }, staff[1]!] })).toEqual(['bola'])
	})

	test('meets nothing that is busy, to the minute and with its buffer', () => {
		const busy = [busyFrom('ada', '10:00', '11:00')]
		const one = { staff: [staff[0]!], busy }
		expect(waysAt('09:00', one)).toEqual(['ada'])
		expect(waysAt('09:01', one)).toBe('taken')
		expect(waysAt('09:00', { ...one, buffer: 1 })).toBe('taken')
		expect(waysAt('10:59', one)).toBe('taken')
		expect(waysAt('11:00', one)).toEqual(['ada'])
		// A time of no length is in no one's way.
		expect(waysAt('09:30', { ...one, busy: [busyFrom('ada', '10:00', '10:00')] })).toEqual(['ada'])
	})

	test('says what the calendar keeps', () => {
		const found = assignmentsAtMinute(aSearch({ minutes: 45, buffer: 15 }), at('10:07'))
		expect(found.assignments).toEqual([
			[
				{
					position: 0,
					serviceId: 'service-45',
					staffMemberId: 'ada',
					date: MONDAY,
					startMinute: 607,
					endMinute: 652,
					startsAt: at('10:07'),
					endsAt: at('10:52'),
					blockedUntilAt: at('11:07'),
				},
			],
		])
	})

	test('does not start in the second pass of a repeated hour', () => {
		const zone = 'Europe/London'
		const night = [{ id: 'ada', from: '00:00', until: '04:00' }]
		const search = aSearch({ staff: night, opens: '00:00', closes: '04:00', zone, date: '2026-10-25' })
		const first = at('01:00', '2026-10-25', zone)
		expect(assignmentsAtMinute(search, first).assignments).toHaveLength(1)
		expect(assignmentsAtMinute(search, first + HOUR_MS)).toEqual({
			assignments: [],
			problem: 'outside_hours',
		})
	})
})

describe('a walk-in of several services', () => {
	const two = (buffer = 0) => [aService(['ada', 'bola'], 60, buffer), aService(['ada', 'bola'], 30)]

	test('is done by one person or by two, one after the other', () => {
		expect(waysAt('09:07', { segments: two() })).toEqual(['ada+ada', 'bola+bola', 'ada+bola', 'bola+ada'])
		const busy = [busyFrom('ada', '10:10', '10:20')]
		expect(waysAt('09:07', { segments: two(), busy })).toEqual(['bola+bola', 'ada+bola'])
	})

	test('is without a buffer where the same person goes on, and with one where another does', () => {
		const ways = assignmentsAtMinute(aSearch({ staff, segments: two(15) }), at('09:00')).assignments
		expect(ways.map(([first]) => first?.blockedUntilAt)).toEqual([
			at('10:00'),
			at('10:00'),
			at('10:15'),
			at('10:15'),
		])
		// Ada's own visit begins right after the first service: her buffer has no room there.
		const busy = [busyFrom('ada', '10:00', '10:05')]
		expect(waysAt('09:00', { segments: two(15), busy })).toEqual(['bola+bola'])
		expect(waysAt('09:00', { segments: two(), busy })).toEqual(['bola+bola', 'ada+bola'])
	})

	test('needs no room for a buffer that falls away', () => {
		const segments = [aService(['ada'], 60, 60), aService(['ada'], 30)]
		expect(waysAt('09:00', { segments, busy: [busyFrom('ada', '10:45', '11:00')] })).toEqual(['ada+ada'])
	})

	test('needs the last buffer as well, once nothing follows', () => {
		const segments = [aService(['bola'], 60), aService(['ada'], 60, 30)]
		const busy = [busyFrom('ada', '11:15', '11:30')]
		expect(waysAt('09:00', { segments, busy })).toBe('taken')
		expect(waysAt('09:00', { segments: [aService(['bola'], 60), aService(['ada'], 60, 15)], busy })).toEqual([
			'bola+ada',
		])
	})

	test('brings a person back only after the buffer of their earlier service', () => {
		const back = (buffer: number) => [
			aService(['ada'], 30, buffer),
			aService(['bola'], 30),
			aService(['ada'], 30),
		]
		expect(waysAt('09:00', { segments: back(30) })).toEqual(['ada+bola+ada'])
		expect(waysAt('09:00', { segments: back(31) })).toBe('taken')
	})

	test('is taken where people are at work and busy, and outside of hours where one service has no one', () => {
		const segments = [aService(['ada'], 60), aService(['bola'], 60)]
		expect(waysAt('09:00', { segments, busy: [busyFrom('bola', '10:00', '10:30')] })).toBe('taken')
		expect(waysAt('15:30', { segments })).toBe('outside_hours')
		expect(waysAt('09:00', { segments: [aService([], 60), aService(['bola'], 60)] })).toBe('outside_hours')
		expect(waysAt('09:00', { segments: [aService(['bola'], 60), aService([], 60)] })).toBe('outside_hours')
	})

	test('is staffed in six ways at most', () => {
		const four = ['ada', 'bola', 'chidi', 'dayo'].map((id) => ({ id, from: '09:00', until: '17:00' }))
		const ids = four.map(({ id }) => id)
		expect(waysAt('09:00', { staff: four, segments: [aService(ids, 30), aService(ids, 30)] })).toHaveLength(6)
	})
})

describe('the next start of the day', () => {
	const next = (after: string, shop: Shop = {}) =>
		nextStartOnDay(aSearch({ staff: [staff[0]!], ...shop }), at(after))

	test('is when the shift begins, or a visit or a break ends', () => {
		expect(next('08:00')).toBe(at('09:00'))
		expect(next('09:00')).toBeNull()
		const busy = [busyFrom('ada', '09:00', '10:10'), busyFrom('ada', '10:30', '11:40')]
		// Between the two there is no room for an hour.
		expect(next('08:00', { busy })).toBe(at('11:40'))
		expect(next('09:00', { busy: [busyFrom('ada', '09:00', '10:10')] })).toBe(at('10:10'))
		expect(next('12:10', { staff: resting })).toBe(at('13:00'))
		// What another person has done frees no one.
		expect(next('09:00', { busy: [busyFrom('chidi', '09:00', '09:30')] })).toBeNull()
	})

	test('is a whole minute, and the earliest of all people who can do it', () => {
		const stray = { ...busyFrom('ada', '09:00', '10:10'), blockedUntilAt: at('10:10') + 1 }
		expect(next('09:00', { busy: [stray] })).toBe(at('10:11'))
		const busy = [busyFrom('ada', '09:00', '12:00'), busyFrom('bola', '09:00', '11:00')]
		expect(next('09:00', { staff, busy })).toBe(at('11:00'))
		expect(next('09:00', { staff, busy, segments: [aService(['ada'], 60)] })).toBe(at('12:00'))
	})

	test('is none where the day is over, or is none of the search', () => {
		expect(next('09:00', { busy: [busyFrom('ada', '09:00', '16:30')] })).toBeNull()
		expect(nextStartOnDay(aSearch(), at('09:00', '2026-11-24'))).toBeNull()
		const overnight = busyFrom('ada', '09:00', '17:00')
		expect(next('09:00', { busy: [{ ...overnight, blockedUntilAt: at('10:00', '2026-11-24') }] })).toBeNull()
	})
})
