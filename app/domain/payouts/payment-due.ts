import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { type Kobo, percentOf } from '#app/kernel/money.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'
import type { FeeBearer, PayoutReason } from '#app/kernel/vocabulary/payouts.ts'
import { isNothing, netAmount, nothing, type PayoutShare, without } from './payout-share.ts'

/** An appointment that the shop does not close is due this long after its end (D56). */
const NOT_CLOSED_MS = 48 * HOUR_MS
/** An unused plan is due this long after its purchase: until then it is refundable (D46). */
const PLAN_KEPT_MS = 7 * DAY_MS

/** A payment of which something may be due to its shop, or owed by it. */
export type OpenPayment = {
	paymentReference: string
	/** The ledger's present sums for the shop and its staff, and the provider's fee that we paid. */
	earnedKobo: Kobo
	tipKobo: Kobo
	feeKobo: Kobo
	/** Settled by live payouts. */
	settled: PayoutShare
	/** A payout of a part of it has not ended yet. */
	isOnItsWay: boolean
	isDisputed: boolean
	isRefundUnderWay: boolean
	/** The provider refunded a part, and no person has decided about it (D78). */
	isPartUndecided: boolean
	/** The customer's report about the money or a false no-show is open. */
	hasOpenProblem: boolean
	/** The last refund, and the last late arrival of a payout that had failed here. */
	reducedAt: Instant | null
	arrivedLateAt: Instant | null
	/** The terms in force when it was booked. */
	commissionPercent: number
	paymentFeeBearer: FeeBearer
	/** What it paid for; neither while other times are offered. */
	appointment: EarnedAppointment | null
	plan: { boughtAt: Instant; firstUsedAt: Instant | null } | null
}

export type EarnedAppointment = {
	status: AppointmentStatus
	isBookedByShop: boolean
	endsAt: Instant
	completedAt: Instant | null
	missedAt: Instant | null
	cancelledAt: Instant | null
}

export type HeldReason = 'dispute' | 'refund' | 'part_back' | 'problem'

/** 'due', 'debt': settled with the next payout. 'later': due at that instant if nothing changes. */
export type PaymentDue = { paymentReference: string; share: PayoutShare } & (
	| { state: 'due' | 'debt'; reason: PayoutReason; dueAt: Instant }
	| { state: 'later'; reason: PayoutReason; dueAt: Instant }
	| { state: 'held'; why: HeldReason }
	| { state: 'on_its_way' | 'settled' }
)

/**
 * The shop's share of one payment, and since when it is due (D56): the ledger's sum less commission, fee and settled
 * parts.
 *
 * A refund after the settlement, or a second payout, is a debt at once (D59). No other payout settles a share on its
 * way until that payout ends. A correction of a debt is due at once; only a dispute holds it.
 */
export function paymentDue(payment: OpenPayment, now: Instant): PaymentDue {
	const { paymentReference, settled } = payment
	const share = without(shopShare(payment), settled)
	if (isNothing(share)) return { paymentReference, share, state: 'settled' }
	if (payment.isOnItsWay) return { paymentReference, share, state: 'on_its_way' }
	const isAllBack = payment.earnedKobo + payment.tipKobo === 0
	const isDebt = netAmount(share) < 0 && !isNothing(settled)
	if (isDebt || (isAllBack && !payment.isDisputed)) {
		const state = isDebt ? 'debt' : 'due'
		const { reducedAt, arrivedLateAt } = payment
		if (!isAllBack && arrivedLateAt !== null && arrivedLateAt > (reducedAt ?? 0))
			return { paymentReference, share, state, reason: 'paid_twice', dueAt: arrivedLateAt }
		const reason = isAllBack ? 'given_back' : 'made_less'
		return { paymentReference, share, state, reason, dueAt: reducedAt ?? now }
	}
	const why = heldBy(payment)
	if (why) return { paymentReference, share, state: 'held', why }
	const { reason, dueAt } = dueTime(payment)
	return { paymentReference, share, state: dueAt <= now ? 'due' : 'later', reason, dueAt }
}

/** The shop's final share. A fee takes at most what is left, and nothing of the tip. */
function shopShare(payment: OpenPayment): PayoutShare {
	const { earnedKobo, tipKobo, appointment } = payment
	if (earnedKobo + tipKobo === 0) return nothing
	const percent = appointment?.isBookedByShop ? 0 : payment.commissionPercent
	const commissionKobo = Math.min(earnedKobo, percentOf(earnedKobo, percent))
	const borneKobo = payment.paymentFeeBearer === 'shop' ? Math.max(0, payment.feeKobo) : 0
	return {
		earnedKobo,
		tipKobo,
		commissionKobo,
		paymentFeeKobo: Math.min(borneKobo, earnedKobo - commissionKobo),
	}
}

function heldBy(payment: OpenPayment): HeldReason | null {
	if (payment.isDisputed) return 'dispute'
	if (payment.isPartUndecided) return 'part_back'
	if (payment.isRefundUnderWay) return 'refund'
	return payment.hasOpenProblem ? 'problem' : null
}

function dueTime({ appointment, plan }: OpenPayment): { reason: PayoutReason; dueAt: Instant } {
	if (plan) {
		const keptAt = plan.boughtAt + PLAN_KEPT_MS
		const { firstUsedAt } = plan
		return firstUsedAt !== null && firstUsedAt < keptAt
			? { reason: 'plan_used', dueAt: firstUsedAt }
			: { reason: 'plan_kept', dueAt: keptAt }
	}
	if (!appointment) throw new Error('money that bought nothing is not the shop’s')
	const { endsAt, completedAt, missedAt, cancelledAt } = appointment
	switch (appointment.status) {
		case 'COMPLETED':
			return { reason: 'completed', dueAt: completedAt ?? endsAt }
		case 'NO_SHOW':
			return { reason: 'no_show', dueAt: missedAt ?? endsAt }
		case 'CANCELLED':
			return { reason: 'late_cancellation', dueAt: cancelledAt ?? endsAt }
		case 'SCHEDULED':
		case 'CONFIRMED':
			return { reason: 'not_closed', dueAt: endsAt + NOT_CLOSED_MS }
	}
}
