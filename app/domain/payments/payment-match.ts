import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import type { VerifiedPayment } from './verified-payment.ts'

/**
 * Only 'paid' is money for this attempt. A wrong reference or mode is no payment of ours; a wrong amount or currency is
 * refunded. 'unfinished' and 'failed' may still become anything (K4, K26).
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
