import { describe, expect, test } from 'vitest'
import {
	isAhead,
	mayMove,
	moneyOnCancelling,
	refundableUntil,
} from '#app/domain/booking/cancellation-policy.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { appointmentStatuses } from '#app/kernel/vocabulary.ts'

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
		const paid = { paymentStatus: 'completed' as const, paidKobo: 0, refundableUntilAt }
		expect(moneyOnCancelling(paid, refundableUntilAt)).toBe('comes_back')
		expect(moneyOnCancelling(paid, refundableUntilAt + 1)).toBe('kept')
		const unpaid = { ...paid, paymentStatus: 'pending' as const }
		expect(moneyOnCancelling(unpaid, startsAt)).toBe('nothing_paid')
		expect(moneyOnCancelling({ ...unpaid, paidKobo: 500_000 }, refundableUntilAt)).toBe('comes_back')
	})

	test('a visit moves up to and including 2 hours before', () => {
		const visit = { status: 'CONFIRMED' as const, startsAt }
		expect(mayMove(visit, 120, startsAt - 2 * HOUR_MS)).toBe(true)
		expect(mayMove(visit, 120, startsAt - 2 * HOUR_MS + 1)).toBe(false)
		expect(mayMove({ ...visit, status: 'CANCELLED' }, 120, startsAt - 24 * HOUR_MS)).toBe(false)
	})

	test('a shop without a cut-off lets a visit move until it begins', () => {
		const visit = { status: 'SCHEDULED' as const, startsAt }
		expect(mayMove(visit, 0, startsAt - 1)).toBe(true)
		expect(mayMove(visit, 0, startsAt)).toBe(false)
	})
})
