import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'

/** (K4) 'pending': under way, or unknown. 'abandoned': the payer has not begun, or left. */
export const verifiedStatuses = ['success', 'failed', 'abandoned', 'pending', 'reversed'] as const
type VerifiedStatus = (typeof verifiedStatuses)[number]

/** The provider's answer about a payment: the only trusted word on money (D5). */
export type VerifiedPayment = {
	/** An unsigned 64-bit integer, as text: a number would lose digits. */
	id: string
	paymentReference: string
	status: VerifiedStatus
	/** Above the requested amount when the payer bears the provider's fee. */
	amountKobo: Kobo
	requestedKobo: Kobo
	currency: string
	mode: PaymentMode
	channel: string | null
	feesKobo: Kobo
	paidAt: Instant | null
	/** Equal for payments with one card; null where it is not known (D41). */
	cardKey: string | null
}

/**
 * Only 'paid' is money for this attempt. A wrong reference or mode is no payment of ours; a wrong amount or currency is
 * refunded. 'unfinished' and 'failed' may still change (K4, K26).
 */
export type PaymentMatch =
	| 'paid'
	| 'amount_mismatch'
	| 'currency_mismatch'
	| 'wrong_mode'
	| 'wrong_reference'
	| 'failed'
	| 'unfinished'
	| 'reversed'

/** Requires our reference, our key's mode, success, the currency and the exact requested amount. */
export function verifyPaymentMatch(
	verified: VerifiedPayment,
	attempt: { paymentReference: string; amountKobo: Kobo; currency: string; mode: PaymentMode },
): PaymentMatch {
	if (verified.paymentReference !== attempt.paymentReference) return 'wrong_reference'
	if (verified.mode !== attempt.mode) return 'wrong_mode'
	if (verified.status === 'failed' || verified.status === 'reversed') return verified.status
	if (verified.status !== 'success') return 'unfinished'
	if (verified.currency !== attempt.currency) return 'currency_mismatch'
	// Some payers bear the provider's fee, so more may be paid than was requested (K5).
	const isAsPaid = verified.requestedKobo === attempt.amountKobo && verified.amountKobo >= attempt.amountKobo
	return isAsPaid ? 'paid' : 'amount_mismatch'
}

/** The provider's time of payment; null for more than a day before the attempt or after now (F14). */
export function plausiblePaidAt(
	{ paidAt }: Pick<VerifiedPayment, 'paidAt'>,
	{ createdAt }: { createdAt: Instant },
	now: Instant,
): Instant | null {
	return paidAt !== null && paidAt >= createdAt - DAY_MS && paidAt <= now + DAY_MS ? paidAt : null
}
