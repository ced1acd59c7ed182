import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'

/**
 * Where a payment is (K4). A provider's folder gives each of its words one of these. 'abandoned' also stands before the
 * payer acts.
 */
export const verifiedStatuses = [
	'success',
	'failed',
	'abandoned',
	'ongoing',
	'pending',
	'processing',
	'queued',
	'reversed',
] as const
export type VerifiedStatus = (typeof verifiedStatuses)[number]

/** A payment as the provider tells it when it is asked: the only word on money that is believed (D5). */
export type VerifiedPayment = {
	/** An unsigned 64-bit integer: text, as a number it would lose digits. */
	id: string
	paymentReference: string
	/** A word that we do not know yet is 'pending': neither paid nor over. */
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
