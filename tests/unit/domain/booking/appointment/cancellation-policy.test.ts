import { describe, expect, test } from 'vitest'
import { appointmentPolicies } from '#app/domain/booking/appointment/appointment-policy.ts'
import {
	cancelledBy,
	isAhead,
	isRefundDue,
	mayMove,
	moneyOnCancelling,
	refundableUntil,
	refundableUntilAfterMove,
	savingsOnCancelling,
	whyOver,
} from '#app/domain/booking/appointment/cancellation-policy.ts'
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
		expect(moneyOnCancelling(paid, refundableUntilAt, 'disputed')).toBe('disputed')
		expect(moneyOnCancelling(paid, refundableUntilAt, 'part_back')).toBe('part_back')
		expect(moneyOnCancelling(paid, refundableUntilAt + 1, 'disputed')).toBe('kept')
		const unpaid = { ...paid, paymentStatus: 'pending' as const }
		expect(moneyOnCancelling(unpaid, startsAt)).toBe('nothing_paid')
		expect(moneyOnCancelling({ ...unpaid, paidKobo: 500_000 }, refundableUntilAt)).toBe('refunded')
		// What cashback paid is no money.
		expect(moneyOnCancelling({ ...paid, cashbackKobo: 500_000 }, refundableUntilAt)).toBe('nothing_paid')
		expect(moneyOnCancelling({ ...paid, cashbackKobo: 400_000 }, refundableUntilAt)).toBe('refunded')
	})

	test('a deposit counts as what was paid, not the whole bill', () => {
		const deposit = {
			paymentStatus: 'completed' as const,
			totalKobo: 500_000,
			paidKobo: 100_000,
			cashbackKobo: 500_000,
			refundableUntilAt: startsAt,
		}
		expect(moneyOnCancelling(deposit, startsAt)).toBe('refunded')
	})

	test('D52: what the shop cancels costs the customer nothing, at any time', () => {
		const late = { refundableUntilAt: startsAt, cancellationReason: 'We are ill' }
		expect(cancelledBy(late)).toBe('shop')
		expect(isRefundDue(late, startsAt + 1)).toBe(true)
		for (const cancellationReason of [undefined, null]) {
			const byCustomer = { ...late, cancellationReason }
			expect(cancelledBy(byCustomer)).toBe('customer')
			expect(isRefundDue(byCustomer, startsAt + 1)).toBe(false)
		}
	})

	test('D37: a reward or cashback comes back in time, and is gone later', () => {
		const without = { rewardLabel: null, cashbackKobo: 0, refundableUntilAt: startsAt }
		expect(savingsOnCancelling(without, startsAt)).toBe('none')
		for (const used of [
			{ ...without, rewardLabel: '10% off' },
			{ ...without, cashbackKobo: 1 },
		]) {
			expect(savingsOnCancelling(used, startsAt)).toBe('given_back')
			expect(savingsOnCancelling(used, startsAt + 1)).toBe('forfeited')
		}
	})

	test('a customer changes a visit until it begins, and a shop until it is closed', () => {
		const visit = { status: 'CONFIRMED' as const, startsAt }
		const { customer, shop } = appointmentPolicies
		expect(whyOver(customer, visit, startsAt - 1)).toBeNull()
		expect(whyOver(customer, visit, startsAt)).toBe('appointment_not_ahead')
		expect(whyOver(shop, visit, startsAt)).toBeNull()
		expect(whyOver(shop, { ...visit, status: 'COMPLETED' }, startsAt - 1)).toBe('visit_completed')
	})

	test('D31: moving never makes the refundable instant later, and nearer it follows the new start', () => {
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
