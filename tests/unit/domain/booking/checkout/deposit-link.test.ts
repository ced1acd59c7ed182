import { describe, expect, test } from 'vitest'
import {
	depositHeldUntil,
	depositHeldWhilePaying,
	depositState,
	readDepositCode,
} from '#app/domain/booking/checkout/deposit-link.ts'
import { depositPath } from '#app/kernel/booking-paths.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'

const now = Date.parse('2026-11-24T12:00Z')
const tomorrow = now + 30 * HOUR_MS

describe('how long a time waits for its deposit (D66)', () => {
	test.each([
		['the shop’s hours', 2, tomorrow, 2 * HOUR_MS],
		['a day at most', 99, now + 99 * HOUR_MS, 24 * HOUR_MS],
		['an hour at least', 0, tomorrow, HOUR_MS],
		['until two hours before the start', 24, now + 5 * HOUR_MS, 3 * HOUR_MS],
		['a quarter of an hour, if no more', 2, now + 2 * HOUR_MS + 15 * MINUTE_MS, 15 * MINUTE_MS],
	])('%s', (_, hours, startsAt, length) => {
		expect(depositHeldUntil(hours, startsAt, now)).toBe(now + length)
	})

	test('not at all where less than a quarter of an hour would be left', () => {
		expect(depositHeldUntil(2, now + 2 * HOUR_MS + 15 * MINUTE_MS - 1, now)).toBeNull()
		expect(depositHeldUntil(2, now - HOUR_MS, now)).toBeNull()
	})

	test('while it is paid: as long as paying may take, never shorter, never past two hours before the start', () => {
		const held = now + MINUTE_MS
		const paying = now + 15 * MINUTE_MS
		expect(depositHeldWhilePaying(held, paying, tomorrow)).toBe(paying)
		expect(depositHeldWhilePaying(now + HOUR_MS, paying, tomorrow)).toBe(now + HOUR_MS)
		expect(depositHeldWhilePaying(held, paying, now + 2 * HOUR_MS + 5 * MINUTE_MS)).toBe(now + 5 * MINUTE_MS)
	})
})

describe('where a link stands', () => {
	const link = {
		checkout: { bookedAppointmentId: null as string | null, heldUntilAt: (now + 1) as number | null },
		paidReference: null as string | null,
		letGoAt: null as number | null,
	}
	const gone = { ...link.checkout, heldUntilAt: null }
	test.each([
		['waiting', link],
		['lapsed', { ...link, checkout: { ...link.checkout, heldUntilAt: now } }],
		['lapsed', { ...link, checkout: gone }],
		['let_go', { ...link, checkout: gone, letGoAt: now - 1 }],
		['paid', { ...link, checkout: gone, letGoAt: now - 1, paidReference: 'wk' }],
		['booked', { ...link, checkout: { ...gone, bookedAppointmentId: 'visit' }, paidReference: 'wk' }],
	])('%s', (state, at) => {
		expect(depositState(at, now)).toBe(state)
	})
})

describe('the code of a link', () => {
	test('is read as it is shown, typed or read out', () => {
		expect(depositPath('K7QM2XWP9TRB')).toBe('/d/K7QM-2XWP-9TRB')
		for (const typed of ['K7QM-2XWP-9TRB', 'k7qm2xwp9trb', ' k7qm 2xwp 9trb '])
			expect(readDepositCode(typed)).toBe('K7QM2XWP9TRB')
	})

	test.each(['', 'K7QM', 'K7QM-2XWP-9TR0', 'K7QM-2XWP-9TRBX', '../K7QM2XWP9TRB'])('not %s', (typed) => {
		expect(readDepositCode(typed)).toBeNull()
	})
})
