import { expect, test } from 'vitest'
import {
	holdExpiry,
	isHoldAlive,
	mayRenewHold,
	overlappingAppointments,
	paymentHoldExpiry,
	renewableLeftMs,
	renewedHoldExpiry,
	wasJustRenewed,
} from '#app/domain/booking/hold/hold-policy.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'

const now = 5_000_000

test('a time is kept for ten minutes, and at their very end it is over', () => {
	const expiresAt = now + 600_000
	expect(holdExpiry(null, now)).toBe(expiresAt)
	expect(isHoldAlive({ expiresAt }, expiresAt - 1)).toBe(true)
	expect(isHoldAlive({ expiresAt }, expiresAt)).toBe(false)
})

test('R8: a live hold may be renewed once', () => {
	const hold = { expiresAt: now + 1, renewedAt: null, checkoutId: null, firstHeldAt: now - 9 * MINUTE_MS }
	expect(mayRenewHold(hold, now)).toBe(true)
	expect(mayRenewHold({ ...hold, expiresAt: now }, now)).toBe(false)
	expect(mayRenewHold({ ...hold, renewedAt: now - MINUTE_MS }, now)).toBe(false)
})

test('M6: ten more minutes are offered in the last three, and are ten', () => {
	const hold = { expiresAt: now + 3 * MINUTE_MS, renewedAt: null, checkoutId: null, firstHeldAt: now }
	expect(mayRenewHold(hold, now)).toBe(true)
	expect(mayRenewHold(hold, now - 1)).toBe(false)
	expect(renewedHoldExpiry(hold) - hold.expiresAt).toBe(10 * MINUTE_MS)
	expect(renewableLeftMs({ ...hold, checkoutId: 'being paid' })).toBeNull()
	expect(renewableLeftMs({ ...hold, firstHeldAt: null })).toBeNull()
	expect(mayRenewHold({ ...hold, checkoutId: 'being paid', expiresAt: now + 1 }, now)).toBe(false)
})

test('F7: a draft keeps times for thirty minutes in all', () => {
	const minutesLeft = (heldForMinutes: number) => {
		const expiresAt = holdExpiry(now - heldForMinutes * MINUTE_MS, now)
		return expiresAt === null ? null : (expiresAt - now) / MINUTE_MS
	}
	expect([0, 20, 25, 29, 30, 500].map(minutesLeft)).toEqual([10, 10, 5, 1, null, null])
	const hold = { renewedAt: null, checkoutId: null, firstHeldAt: now }
	expect(renewableLeftMs({ ...hold, expiresAt: now + 20 * MINUTE_MS })).toBe(3 * MINUTE_MS)
	expect(renewableLeftMs({ ...hold, expiresAt: now + 21 * MINUTE_MS })).toBeNull()
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

const appointments = [
	{ startsAt: 100, endsAt: 200 },
	{ startsAt: 300, endsAt: 400 },
]

test('two visits meet when one begins before the other ends, and not when it begins just then', () => {
	expect(overlappingAppointments(appointments, 200, 300)).toEqual([])
	expect(overlappingAppointments(appointments, 199, 300)).toEqual([appointments[0]])
	expect(overlappingAppointments(appointments, 250, 301)).toEqual([appointments[1]])
	expect(overlappingAppointments(appointments, 120, 130)).toEqual([appointments[0]])
	expect(overlappingAppointments(appointments, 150, 350)).toEqual(appointments)
	expect(overlappingAppointments([], 0, 1_000)).toEqual([])
})
