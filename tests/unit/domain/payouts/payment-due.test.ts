import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EarnedAppointment, type OpenPayment, paymentDue } from '#app/domain/payouts/payment-due.ts'
import { netAmount, nothing } from '#app/domain/payouts/payout-share.ts'
import { payoutReasonWords } from '#app/domain/payouts/payout-words.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import { appointmentStatuses } from '#app/kernel/vocabulary/booking.ts'
import { feeBearers } from '#app/kernel/vocabulary/payouts.ts'

const noon = Date.parse('2026-11-24T12:00+01:00')

const visit: EarnedAppointment = {
	status: 'COMPLETED',
	isBookedByShop: false,
	endsAt: noon - HOUR_MS,
	completedAt: noon - HOUR_MS,
	missedAt: null,
	cancelledAt: null,
}

/** A visit of ₦5,000 and a tip of ₦500, completed an hour ago, of which ₦175 stayed at Paystack. */
function payment(change: Partial<OpenPayment> = {}): OpenPayment {
	return {
		paymentReference: 'p',
		earnedKobo: 500_000,
		tipKobo: 50_000,
		feeKobo: 17_500,
		settled: nothing,
		isOnItsWay: false,
		isDisputed: false,
		isRefundUnderWay: false,
		isPartUndecided: false,
		hasOpenProblem: false,
		reducedAt: null,
		arrivedLateAt: null,
		commissionPercent: 0,
		paymentFeeBearer: 'shop',
		appointment: visit,
		plan: null,
		...change,
	}
}

const whole = { earnedKobo: 500_000, tipKobo: 50_000, commissionKobo: 0, paymentFeeKobo: 17_500 }
const gone = { earnedKobo: 0, tipKobo: 0, feeKobo: 17_500, reducedAt: noon - 1 }

describe('D56: what a visit comes to, counted by hand', () => {
	test.each([
		['the shop bears the fee', {}, 532_500],
		['the operator bears the fee', { paymentFeeBearer: 'operator' as const }, 550_000],
		['a tenth, never of the tip', { commissionPercent: 10 }, 482_500],
		[
			'a tenth of ₦4,995 is ₦500: half a naira is rounded up',
			{ earnedKobo: 499_500, commissionPercent: 10 },
			482_000,
		],
		['a customer bore the fee on top', { feeKobo: -17_500 }, 550_000],
		['a fee above what was earned leaves the tip whole', { earnedKobo: 10_000, feeKobo: 17_500 }, 50_000],
		[
			'and takes what the commission left alone',
			{ earnedKobo: 20_000, commissionPercent: 50, feeKobo: 17_500 },
			50_000,
		],
	])('%s', (_, change, netKobo) => {
		expect(netAmount(paymentDue(payment(change), noon).share)).toBe(netKobo)
	})

	test('a visit that the shop booked itself bears no commission', () => {
		const change = { commissionPercent: 50, appointment: { ...visit, isBookedByShop: true } }
		expect(paymentDue(payment(change), noon).share).toEqual(whole)
	})
})

describe('D56: when it is due', () => {
	const at = (change: Partial<EarnedAppointment>) =>
		payment({ appointment: { ...visit, completedAt: null, ...change } })
	const plan = (boughtAt: number, firstUsedAt: number | null) =>
		payment({ appointment: null, plan: { boughtAt, firstUsedAt } })
	const endsAt = noon - 48 * HOUR_MS
	test.each([
		['completed', at({ completedAt: noon - 1 }), 'due', 'completed', noon - 1],
		['a no-show', at({ status: 'NO_SHOW', missedAt: noon - 2 }), 'due', 'no_show', noon - 2],
		[
			'cancelled late',
			at({ status: 'CANCELLED', cancelledAt: noon - 3 }),
			'due',
			'late_cancellation',
			noon - 3,
		],
		['not closed for 48 hours', at({ status: 'CONFIRMED', endsAt }), 'due', 'not_closed', noon],
		['a moment before', at({ status: 'SCHEDULED', endsAt: endsAt + 1 }), 'later', 'not_closed', noon + 1],
		[
			'to come',
			at({ status: 'CONFIRMED', endsAt: noon + HOUR_MS }),
			'later',
			'not_closed',
			noon + 49 * HOUR_MS,
		],
		['a plan of seven days', plan(noon - 7 * DAY_MS, null), 'due', 'plan_kept', noon],
		['of a moment less', plan(noon - 7 * DAY_MS + 1, null), 'later', 'plan_kept', noon + 1],
		['a plan in use', plan(noon - DAY_MS, noon - 5), 'due', 'plan_used', noon - 5],
		['a place that can still be given up', plan(noon - DAY_MS, noon + 5), 'later', 'plan_used', noon + 5],
		['used after it was kept', plan(noon - 9 * DAY_MS, noon - DAY_MS), 'due', 'plan_kept', noon - 2 * DAY_MS],
	] as const)('%s', (_, open, state, reason, dueAt) => {
		expect(paymentDue(open, noon)).toMatchObject({ state, reason, dueAt })
	})

	test('money that bought nothing is an error', () => {
		expect(() => paymentDue(payment({ appointment: null }), noon)).toThrow()
	})
})

describe('D56: what is held', () => {
	test.each([
		[{ isDisputed: true, isRefundUnderWay: true, hasOpenProblem: true }, 'dispute'],
		[{ isRefundUnderWay: true, hasOpenProblem: true }, 'refund'],
		[{ hasOpenProblem: true }, 'problem'],
	])('%o', (change, why) => {
		expect(paymentDue(payment(change), noon)).toMatchObject({ state: 'held', why })
	})

	test('what came back after it was settled is a debt at once, though a refund is under way', () => {
		const due = paymentDue(
			payment({ ...gone, settled: whole, isRefundUnderWay: true, isDisputed: true }),
			noon,
		)
		expect(due).toMatchObject({ state: 'debt', reason: 'given_back', dueAt: noon - 1 })
		expect(netAmount(due.share)).toBe(-532_500)
	})
})

describe('D59: after a payout', () => {
	test('nothing has changed: settled', () => {
		expect(paymentDue(payment({ settled: whole }), noon)).toMatchObject({ state: 'settled', share: nothing })
	})

	test('a part came back: a debt of the difference, the fee stays borne', () => {
		const part = payment({ earnedKobo: 300_000, settled: whole, reducedAt: noon - 7 })
		expect(paymentDue(part, noon)).toMatchObject({
			state: 'debt',
			reason: 'made_less',
			dueAt: noon - 7,
			share: { earnedKobo: -200_000, tipKobo: 0, commissionKobo: 0, paymentFeeKobo: 0 },
		})
	})

	test('two payouts brought it: the second is a debt, and says so', () => {
		const twice = { earnedKobo: 1_000_000, tipKobo: 100_000, commissionKobo: 0, paymentFeeKobo: 35_000 }
		const due = paymentDue(payment({ settled: twice, arrivedLateAt: noon - 3 }), noon)
		expect(due).toMatchObject({ state: 'debt', reason: 'paid_twice', dueAt: noon - 3 })
		expect(netAmount(due.share)).toBe(-532_500)
		expect(payoutReasonWords('paid_twice', due.share)).toBe('Paid to you twice')
		// A later refund, in part or whole, becomes the named reason.
		const less = payment({ earnedKobo: 1, settled: twice, arrivedLateAt: noon - 3, reducedAt: noon - 2 })
		expect(paymentDue(less, noon)).toMatchObject({ state: 'debt', reason: 'made_less' })
		const back = payment({ ...gone, settled: whole, arrivedLateAt: noon })
		expect(paymentDue(back, noon)).toMatchObject({ state: 'debt', reason: 'given_back' })
	})

	test('a part came back before any payout: less is due, and no debt', () => {
		expect(paymentDue(payment({ earnedKobo: 300_000, reducedAt: noon }), noon)).toMatchObject({
			state: 'due',
			share: { earnedKobo: 300_000, paymentFeeKobo: 17_500 },
		})
	})

	test('all came back before any payout: neither due nor owed', () => {
		expect(paymentDue(payment(gone), noon)).toMatchObject({ state: 'settled', share: nothing })
	})

	test('it is on its way: nothing else settles it', () => {
		const due = paymentDue(payment({ ...gone, settled: whole, isOnItsWay: true }), noon)
		expect(due.state).toBe('on_its_way')
	})

	test('all came back and was taken, and then its payout came back: due at once, as what was taken too much', () => {
		const taken = { earnedKobo: -500_000, tipKobo: -50_000, commissionKobo: 0, paymentFeeKobo: -17_500 }
		const due = paymentDue(payment({ ...gone, settled: taken }), noon)
		expect(due).toMatchObject({ state: 'due', reason: 'given_back', dueAt: noon - 1 })
		expect(netAmount(due.share)).toBe(532_500)
		expect(payoutReasonWords('given_back', due.share)).toMatch(/^Correction/)
		// A payout with money of a disputed payment is called off before it is sent.
		const disputed = payment({ ...gone, settled: taken, isDisputed: true, isRefundUnderWay: true })
		expect(paymentDue(disputed, noon)).toMatchObject({ state: 'held', why: 'dispute' })
	})

	test('a dispute that was won gives the debt back', () => {
		const reversed = { earnedKobo: 0, tipKobo: 0, commissionKobo: 0, paymentFeeKobo: 0 }
		expect(paymentDue(payment({ settled: reversed }), noon)).toMatchObject({ state: 'due', share: whole })
	})
})

const naira = fc.integer({ min: 0, max: 20_000 }).map((n) => n * 100 + (n % 7))
const anyPayment = fc
	.record({
		earnedKobo: naira,
		tipKobo: naira,
		feeKobo: fc.integer({ min: -20_000, max: 300_000 }),
		commissionPercent: fc.integer({ min: 0, max: 50 }),
		paymentFeeBearer: fc.constantFrom(...feeBearers),
		status: fc.constantFrom(...appointmentStatuses),
		isBookedByShop: fc.boolean(),
		isDisputed: fc.boolean(),
		isRefundUnderWay: fc.boolean(),
		hasOpenProblem: fc.boolean(),
		endsAgo: fc.integer({ min: -3 * DAY_MS, max: 5 * DAY_MS }),
	})
	.map(({ status, isBookedByShop, endsAgo, ...change }) =>
		payment({ ...change, appointment: { ...visit, status, isBookedByShop, endsAt: noon - endsAgo } }),
	)

test('any payment: the shop gets its tip whole, never less than nothing, and no more than was paid', () => {
	fc.assert(
		fc.property(anyPayment, (open) => {
			const { share, state } = paymentDue(open, noon)
			const { earnedKobo, tipKobo } = open
			// Counted by hand: half a naira up, and none of it where the shop booked.
			const percent = open.appointment?.isBookedByShop ? 0 : open.commissionPercent
			const commission = Math.min(earnedKobo, Math.round((earnedKobo * percent) / 10_000) * 100)
			const borne = open.paymentFeeBearer === 'shop' ? Math.max(0, open.feeKobo) : 0
			expect(netAmount(share)).toBe(tipKobo + Math.max(0, earnedKobo - commission - borne))
			expect(state === 'held').toBe(
				earnedKobo + tipKobo > 0 && (open.isDisputed || open.isRefundUnderWay || open.hasOpenProblem),
			)
		}),
	)
})

test('any payment, settled and then less: all that was paid out and owed comes to what is the shop’s at the end', () => {
	fc.assert(
		fc.property(anyPayment, fc.integer({ min: 0, max: 100 }), (before, kept) => {
			const first = paymentDue(before, noon).share
			const after = {
				...before,
				earnedKobo: Math.floor((before.earnedKobo * kept) / 100),
				tipKobo: kept === 0 ? 0 : before.tipKobo,
				settled: first,
			}
			const second = paymentDue(after, noon).share
			const fresh = paymentDue({ ...after, settled: nothing }, noon).share
			expect(netAmount(first) + netAmount(second)).toBe(netAmount(fresh))
		}),
	)
})
