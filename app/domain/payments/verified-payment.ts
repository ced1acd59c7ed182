import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'

/** (K4) 'pending': under way, or unknown. 'abandoned': the payer has not begun, or left. */
export const verifiedStatuses = ['success', 'failed', 'abandoned', 'pending', 'reversed'] as const
export type VerifiedStatus = (typeof verifiedStatuses)[number]

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
