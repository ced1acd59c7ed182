import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentMode } from '#app/kernel/vocabulary.ts'
import type { VerifiedPayment } from './verified-payment.ts'

/**
 * 'paid' alone is money for this attempt. A wrong reference or mode is no payment of ours at all; with a wrong amount or
 * currency money did arrive, and goes back. 'unfinished' may still become anything, 'failed' too (guide: paystack).
 */
export type PaymentJudgement =
	| 'paid'
	| 'amount_mismatch'
	| 'currency_mismatch'
	| 'wrong_mode'
	| 'wrong_reference'
	| 'failed'
	| 'unfinished'
	| 'reversed'

/**
 * Whether what Paystack tells is the payment that was asked for: our reference, our key's mode, success, the currency,
 * exactly the kobo that we asked for, and at least as many paid: they are more where the payer bears Paystack's fee.
 */
export function judgePayment(
	verified: VerifiedPayment,
	attempt: { reference: string; amountKobo: Kobo; currency: string; mode: PaymentMode },
): PaymentJudgement {
	if (verified.reference !== attempt.reference) return 'wrong_reference'
	if (verified.mode !== attempt.mode) return 'wrong_mode'
	if (verified.status === 'failed' || verified.status === 'reversed') return verified.status
	if (verified.status !== 'success') return 'unfinished'
	if (verified.currency !== attempt.currency) return 'currency_mismatch'
	const isAsPaid = verified.requestedKobo === attempt.amountKobo && verified.amountKobo >= attempt.amountKobo
	return isAsPaid ? 'paid' : 'amount_mismatch'
}
