import { expect, test } from 'vitest'
import {
	holdExpiry,
	isHoldAlive,
	mayRenewHold,
	paymentHoldExpiry,
	wasJustRenewed,
} from '#app/domain/booking/hold-policy.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'

const now = 5_000_000

test('a time is kept for ten minutes, and at their very end it is over', () => {
	const expiresAt = holdExpiry(now)
	expect(expiresAt).toBe(now + 600_000)
	expect(isHoldAlive({ expiresAt }, expiresAt - 1)).toBe(true)
	expect(isHoldAlive({ expiresAt }, expiresAt)).toBe(false)
})

test('R8: a live hold may be renewed once', () => {
	expect(mayRenewHold({ expiresAt: now + 1, renewedAt: null }, now)).toBe(true)
	expect(mayRenewHold({ expiresAt: now, renewedAt: null }, now)).toBe(false)
	expect(mayRenewHold({ expiresAt: now + 1, renewedAt: now - MINUTE_MS }, now)).toBe(false)
})

test('the same press twice within a minute is one renewal', () => {
	expect(wasJustRenewed({ renewedAt: now - MINUTE_MS + 1 }, now)).toBe(true)
	expect(wasJustRenewed({ renewedAt: now - MINUTE_MS }, now)).toBe(false)
	expect(wasJustRenewed({ renewedAt: null }, now)).toBe(false)
})

test('R29: while it is paid by card a time is kept for a quarter of an hour, and longer where a transfer or USSD is offered', () => {
	const minutes = (channels: Parameters<typeof paymentHoldExpiry>[0]) =>
		(paymentHoldExpiry(channels, now) - now) / MINUTE_MS
	expect(minutes(['card'])).toBe(15)
	expect(minutes(['card', 'bank_transfer'])).toBe(35)
	expect(minutes(['card', 'ussd'])).toBe(35)
	expect(minutes(['bank_transfer'])).toBe(35)
	// A temporary account of Paystack's is open for half an hour.
	expect(minutes(['card', 'bank_transfer', 'ussd'])).toBeGreaterThan(30)
})
