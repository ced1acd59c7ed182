import { describe, expect, test } from 'vitest'
import { moneyTimeline, refundProgress } from '#app/domain/payments/money-timeline.ts'
import { isOfferOpen, type PartRefund } from '#app/domain/payments/payment.ts'
import { refundStatuses } from '#app/kernel/vocabulary/payments.ts'
import { openPayment, paidPayment, startedAt } from './some-payment.ts'

const told = (...of: Parameters<typeof moneyTimeline>) =>
	moneyTimeline(...of).map(({ label, at, amount, state }) => [
		label,
		at === null ? null : (at - startedAt) / 60_000,
		amount?.kobo ?? null,
		state,
	])

describe('what became of money', () => {
	test('is nothing while none has come', () => {
		expect(told(openPayment)).toEqual([])
	})

	test('is paid and booked, each with its time', () => {
		expect(told(paidPayment())).toEqual([
			['Paid online', 1, 500_000, 'done'],
			['Visit booked', 2, null, 'done'],
		])
	})

	test('of a plan is paid and started', () => {
		expect(told(paidPayment({ outcome: 'subscribed' }))).toEqual([
			['Paid online', 1, 500_000, 'done'],
			['Plan started', 2, null, 'done'],
		])
	})

	test('D53: of a changed visit has a line for each difference, which says where it is', () => {
		const part: Omit<PartRefund, 'status' | 'changedAt'> = {
			part: 1,
			providerRefundId: null,
			reason: 'visit_changed',
			amountKobo: 1_000,
			requestedAt: startedAt,
		}
		const partRefunds = (['requested', 'processed', 'failed'] as const).map((status, i) => ({
			...part,
			status,
			changedAt: startedAt + i * 60_000,
		}))
		const changed = { ...paidPayment(), partRefunds }
		expect(told(changed).slice(2)).toEqual([
			['Difference on its way back', 0, 1_000, 'now'],
			['Difference sent back', 1, 1_000, 'done'],
			['Difference needs attention', 2, 1_000, 'stuck'],
		])
	})

	test('is on its way back with the steps that are ahead', () => {
		const cancelled = paidPayment({ outcome: 'refund' }, { status: 'processing' })
		expect(told(cancelled, startedAt + 180_000)).toEqual([
			['Paid online', 1, 500_000, 'done'],
			['Visit cancelled', 3, null, 'done'],
			['Refund requested', 3, null, 'done'],
			['With Paystack', null, null, 'done'],
			['On its way to your bank', 4, null, 'now'],
			['Sent back', null, 500_000, 'ahead'],
		])
	})

	test('is kept when a visit was cancelled too late, and says so by its steps', () => {
		expect(told(paidPayment(), startedAt + 300_000).map(([label]) => label)).toEqual([
			'Paid online',
			'Visit booked',
			'Visit cancelled',
		])
	})

	test('names a dispute', () => {
		expect(told(paidPayment({ disputedAt: startedAt }))).toContainEqual([
			'Disputed with your bank',
			0,
			null,
			'done',
		])
	})

	test('has an amount where money moved, and none elsewhere', () => {
		expect(moneyTimeline(paidPayment()).map(({ amount }) => amount)).toEqual([
			{ kobo: 500_000, currency: 'NGN' },
			null,
		])
	})

	test('keeps the currency that came', () => {
		const dollars = paidPayment({ outcome: 'refund', appointmentId: null, currency: 'USD' }, {})
		expect(moneyTimeline(dollars).map(({ amount }) => amount?.currency)).toContain('USD')
	})
})

describe('a refund', () => {
	test('that is stuck was requested, and is no further', () => {
		expect(refundProgress('failed')).toEqual([
			{ label: 'Refund requested', state: 'done' },
			{ label: 'Refund needs attention', state: 'stuck' },
		])
	})

	test('stands at one step, or is through, or needs somebody', () => {
		const standing = refundStatuses.map((status) => {
			const steps = refundProgress(status)
			return [status, steps.find(({ state }) => state === 'now' || state === 'stuck')?.label]
		})
		expect(standing).toEqual([
			['requested', 'Refund requested'],
			['pending', 'With Paystack'],
			['processing', 'On its way to your bank'],
			['processed', undefined],
			['failed', 'Refund needs attention'],
			['needs-attention', 'Refund needs attention'],
		])
	})

	test('never goes back to a step: what is done in one state is not ahead in a later one', () => {
		const forward = ['requested', 'pending', 'processing', 'processed'] as const
		const ahead = forward.map(
			(status) => refundProgress(status).filter(({ state }) => state === 'ahead').length,
		)
		expect(ahead).toEqual([3, 2, 1, 0])
	})
})

test('an offer is open up to its end, and not at it', () => {
	const offered = { outcome: 'offered', offerExpiresAt: startedAt } as const
	expect(isOfferOpen(offered, startedAt - 1)).toBe(true)
	expect(isOfferOpen(offered, startedAt)).toBe(false)
	expect(isOfferOpen({ ...offered, outcome: 'booked' }, startedAt - 1)).toBe(false)
})
