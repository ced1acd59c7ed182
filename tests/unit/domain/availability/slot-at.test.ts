import { expect, test } from 'vitest'
import { slotAt } from '#app/domain/availability/slot-at.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { aSearch, aService, at, busyFrom, MONDAY } from './a-shop.ts'

const staff = [{ id: 'ada', from: '09:00', until: '17:00', rest: ['12:00', '13:00'] as [string, string] }]

function answerAt(time: string, shop: Parameters<typeof aSearch>[0] = {}, date = MONDAY) {
	const answer = slotAt(aSearch({ staff, ...shop }), at(time, date))
	return answer.ok ? 'free' : answer.refusal
}

test('a free time is accepted with its end', () => {
	expect(slotAt(aSearch({ staff }), at('10:00'))).toEqual({
		ok: true,
		value: { startMinute: 600, startsAt: at('10:00'), endsAt: at('11:00'), free: true },
	})
})

test('a time that cannot be had says why', () => {
	expect(answerAt('10:00', { busy: [busyFrom('ada', '10:30', '11:00')] })).toBe('taken')
	expect(answerAt('10:00', { earliest: at('10:01') })).toBe('past')
	expect(answerAt('10:00', { earliest: at('10:00') })).toBe('free')
	expect(answerAt('10:00', {}, '2026-11-22')).toBe('past')
	expect(answerAt('10:00', {}, '2026-11-24')).toBe('beyond_horizon')
	expect(answerAt('11:30')).toBe('break')
	expect(answerAt('16:30')).toBe('outside_hours')
	expect(answerAt('08:30')).toBe('outside_hours')
	expect(answerAt('10:10')).toBe('off_grid')
	expect(answerAt('10:00', { staff: [{ ...staff[0]!, off: [MONDAY] }] })).toBe('day_off')
	expect(answerAt('10:00', { segments: [aService([], 60)] })).toBe('outside_hours')
})

test('a day off is the reason where all people have that day off, and no one else’s and no other day', () => {
	const off = { id: 'ada', from: '09:00', until: '17:00', off: [MONDAY] }
	const bola = { id: 'bola', from: '09:00', until: '12:00' }
	expect(answerAt('13:00', { staff: [off, bola] })).toBe('outside_hours')
	expect(answerAt('13:00', { staff: [off, { ...bola, off: [MONDAY] }] })).toBe('day_off')
	const segments = [aService(['bola'], 60)]
	expect(answerAt('13:00', { staff: [off, bola], segments })).toBe('outside_hours')
	expect(answerAt('13:00', { staff: [{ ...bola, off: ['2026-11-24'] }] })).toBe('outside_hours')
	expect(answerAt('16:30', { staff: [{ ...off, off: ['2026-11-24'] }] })).toBe('outside_hours')
})

test('an add-on that makes the visit longer is refused for its own reason', () => {
	const busy = [busyFrom('ada', '15:00', '15:30')]
	expect(answerAt('14:00', { busy, minutes: 60 })).toBe('free')
	expect(answerAt('14:00', { busy, minutes: 75 })).toBe('taken')
	expect(answerAt('11:00', { busy, minutes: 75 })).toBe('break')
	expect(answerAt('16:00', { busy, minutes: 75 })).toBe('outside_hours')
})

test('of several services the one that nobody is there for gives the reason', () => {
	const two = [...staff, { id: 'bola', from: '09:00', until: '11:00' }]
	const segments = [aService(['ada'], 60), aService(['bola'], 60)]
	expect(answerAt('09:00', { staff: two, segments })).toBe('free')
	expect(answerAt('10:30', { staff: two, segments })).toBe('outside_hours')
	const longer = [...staff, { id: 'bola', from: '09:00', until: '11:30' }]
	expect(answerAt('10:00', { staff: longer, segments })).toBe('outside_hours')
})

test('the second pass of a repeated hour is no time to book', () => {
	const night = [{ id: 'ada', from: '00:00', until: '04:00' }]
	const zone = 'Europe/London'
	const search = aSearch({ staff: night, opens: '00:00', closes: '04:00', zone, date: '2026-10-25' })
	const first = at('01:00', '2026-10-25', zone)
	expect(slotAt(search, first).ok).toBe(true)
	expect(slotAt(search, first + HOUR_MS)).toEqual({ ok: false, refusal: 'off_grid' })
})
