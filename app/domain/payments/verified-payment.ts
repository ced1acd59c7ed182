import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'

/**
 * Where a payment is (K4): 'pending' while it is under way. 'abandoned': the payer has not begun, or left. The folder
 * of a provider turns its words into these; one that is new there is 'pending', which is neither paid nor over.
 */
export const verifiedStatuses = ['success', 'failed', 'abandoned', 'pending', 'reversed'] as const
export type VerifiedStatus = (typeof verifiedStatuses)[number]

/** A payment as the provider tells it when it is asked: the only word on money that is believed (D5). */
export type VerifiedPayment = {
	/** An unsigned 64-bit integer: text, as a number it would lose digits. */
	id: string
	paymentReference: string
	status: VerifiedStatus
	/** The amount that the payer paid; above the requested one when they bear the provider's fee. */
	amountKobo: Kobo
	/** The requested amount. */
	requestedKobo: Kobo
	currency: string
	mode: PaymentMode
	channel: string | null
	feesKobo: Kobo
	paidAt: Instant | null
	/** Stands for the card that paid, so that two payments with one card can be told; null where none is known (D41). */
	cardKey: string | null
}
