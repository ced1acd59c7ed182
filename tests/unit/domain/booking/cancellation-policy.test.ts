import { describe, expect, test } from 'vitest'
import {
	isAhead,
	mayMove,
	moneyOnCancelling,
	refundableUntil,
	refundableUntilAfterMove,
} from '#app/domain/booking/cancellation-policy.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { appointmentStatuses } from '#app/kernel/vocabulary/booking.ts'

const startsAt = Date.parse('2026-11-24T10:00+01:00')

describe('what a customer may do with a booked visit', () => {
	test('only a visit that is booked and has not begun can be changed', () => {
		const changeable = appointmentStatuses.filter((status) => isAhead({ status, startsAt }, startsAt - 1))
		expect(changeable).toEqual(['SCHEDULED', 'CONFIRMED'])
		expect(isAhead({ status: 'SCHEDULED', startsAt }, startsAt)).toBe(false)
	})

	test('money that was paid comes back up to and including 24 hours before', () => {
		const refundableUntilAt = refundableUntil(startsAt, 1_440)
		expect(refundableUntilAt).toBe(startsAt - 24 * HOUR_MS)
		const paid = {
			paymentStatus: 'completed' as const,
			totalKobo: 500_000,
			paidKobo: 0,
			cashbackKobo: 0,
			refundableUntilAt,
		}
		expect(moneyOnCancelling(paid, refundableUntilAt)).toBe('refunded')
		expect(moneyOnCancelling(paid, refundableUntilAt + 1)).toBe('kept')
		// Nothing is kept, and nothing is sent, while the payer's bank looks at the payment (S19).
		expect(moneyOnCancelling(paid, refundableUntilAt, true)).toBe('disputed')
		expect(moneyOnCancelling(paid, refundableUntilAt + 1, true)).toBe('kept')
		const unpaid = { ...paid, paymentStatus: 'pending' as const }
		expect(moneyOnCancelling(unpaid, startsAt)).toBe('nothing_paid')
		expect(moneyOnCancelling({ ...unpaid, paidKobo: 500_000 }, refundableUntilAt)).toBe('refunded')
		// What cashback paid is no money.
		expect(moneyOnCancelling({ ...paid, cashbackKobo: 500_000 }, refundableUntilAt)).toBe('nothing_paid')
		expect(moneyOnCancelling({ ...paid, cashbackKobo: 400_000 }, refundableUntilAt)).toBe('refunded')
	})

	test('S9: moving never makes the refundable instant later, and nearer it follows the new start', () => {
		const until = refundableUntil(startsAt, 1_440)
		expect(refundableUntilAfterMove(until, startsAt + 72 * HOUR_MS, 1_440)).toBe(until)
		expect(refundableUntilAfterMove(until, startsAt, 1_440)).toBe(until)
		expect(refundableUntilAfterMove(until, startsAt - 10 * HOUR_MS, 1_440)).toBe(until - 10 * HOUR_MS)
		// After a move away, coming back costs nothing.
		expect(refundableUntilAfterMove(until, startsAt + HOUR_MS, 1_440)).toBe(until)
	})

	test('a visit moves up to and including 2 hours before', () => {
		const appointment = { status: 'CONFIRMED' as const, startsAt }
		expect(mayMove(appointment, 120, startsAt - 2 * HOUR_MS)).toBe(true)
		expect(mayMove(appointment, 120, startsAt - 2 * HOUR_MS + 1)).toBe(false)
		expect(mayMove({ ...appointment, status: 'CANCELLED' }, 120, startsAt - 24 * HOUR_MS)).toBe(false)
	})

	test('a shop without a cut-off lets a visit move until it begins', () => {
		const appointment = { status: 'SCHEDULED' as const, startsAt }
		expect(mayMove(appointment, 0, startsAt - 1)).toBe(true)
		expect(mayMove(appointment, 0, startsAt)).toBe(false)
	})
})
