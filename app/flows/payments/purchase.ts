import type { CheckoutSnapshot } from '#app/domain/booking/checkout/paid-checkout-repository.server.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import type { VerifiedPayment } from '#app/domain/payments/verified-payment.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { PurchaseKind } from '#app/kernel/vocabulary/payments.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { KnownSettlement } from './settlement.ts'

/** What a payment of the right amount becomes. One write claims the payment and makes the purchase, or neither. */
export type Purchase = {
	kind: PurchaseKind
	settle: (charge: SuccessfulCharge) => Promise<KnownSettlement>
}

/** A payment that the provider reports as successful, with the agreed checkout. */
export type SuccessfulCharge = {
	deps: PurchaseDeps
	payment: Payment
	checkout: CheckoutSnapshot
	verified: VerifiedPayment
	now: Instant
}

/** The repositories that a claim and the purchases write with. */
export type PurchaseDeps = Pick<
	Repositories,
	'payments' | 'messaging' | 'shops' | 'availability' | 'booking' | 'loyalty' | 'subscriptions' | 'writeBatch'
>
