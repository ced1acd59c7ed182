import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { type Kobo, percentOf } from '#app/kernel/money.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'
import type { FeeBearer, PayoutReason } from '#app/kernel/vocabulary/payouts.ts'
import { isNothing, netOf, nothing, type PayoutShare, without } from './payout-share.ts'

/** A visit that the shop does not close is due so long after its end (D56). */
const NOT_CLOSED_MS = 48 * HOUR_MS
/** A plan that nothing was used of is due so long after it was bought: until then it gives its money back (D46). */
const PLAN_KEPT_MS = 7 * DAY_MS

/** A payment of which something may be due to its shop, or owed by it, as the ledger and the booking have it. */
export type OpenPayment = {
	paymentReference: string
	/** What the ledger has for the shop and its staff of it at this moment, and the provider's fee that we paid. */
	earnedKobo: Kobo
	tipKobo: Kobo
	feeKobo: Kobo
	/** What was settled by payouts that live. */
	settled: PayoutShare
	/** A payout that settles a part of it has not ended yet. */
	isOnItsWay: boolean
	isDisputed: boolean
	isRefundUnderWay: boolean
	/** A part of it went back at the provider, and no person has decided about it (D78). */
	isPartUndecided: boolean
	/** The customer says that something is wrong with its money, or that they were there; not answered yet. */
	hasOpenProblem: boolean
	/** When something of it last went back, and when a payout of it last arrived that had come to nothing here. */
	reducedAt: Instant | null
	arrivedLateAt: Instant | null
	/** The terms of the moment when it was booked. */
	commissionPercent: number
	paymentFeeBearer: FeeBearer
	/** The visit that it paid for, or the plan; neither while other times are offered. */
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

/** Why something is not paid out yet although the shop has earned it. */
export type HeldReason = 'dispute' | 'refund' | 'part_back' | 'problem'

/** 'due', 'debt': to be settled with the next payout. 'later': due at that instant if nothing changes. */
export type PaymentDue = { paymentReference: string; share: PayoutShare } & (
	| { state: 'due' | 'debt'; reason: PayoutReason; dueAt: Instant }
	| { state: 'later'; reason: PayoutReason; dueAt: Instant }
	| { state: 'held'; why: HeldReason }
	| { state: 'on_its_way' | 'settled' }
)

/**
 * What is due to a shop of one payment, and since when (D56): what the ledger has for it, less commission and fee, less
 * what was settled before. What went back after it was settled, or went to the shop twice, is a debt at once, by the
 * difference (D59). What is on its way to the shop is settled by nothing else before that has ended. A debt of what the
 * shop never had, because its payout came back later, is due again at once; only a dispute holds it.
 */
export function paymentDue(payment: OpenPayment, now: Instant): PaymentDue {
	const { paymentReference, settled } = payment
	const share = without(shareOf(payment), settled)
	if (isNothing(share)) return { paymentReference, share, state: 'settled' }
	if (payment.isOnItsWay) return { paymentReference, share, state: 'on_its_way' }
	const isAllBack = payment.earnedKobo + payment.tipKobo === 0
	const isDebt = netOf(share) < 0 && !isNothing(settled)
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

/** All that the shop gets of it in the end. A fee takes no more than there is, and nothing of the tip. */
function shareOf(payment: OpenPayment): PayoutShare {
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
