import type { CheckoutSnapshot } from '#app/domain/booking/checkout/paid-checkout-repository.server.ts'
import type { Payment, ReceivedMoney } from '#app/domain/payments/payment.ts'
import type { VerifiedPayment } from '#app/domain/payments/payment-match.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { PurchaseKind } from '#app/kernel/vocabulary/payments.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** A payment whose money has arrived. */
export type DecidedPayment = Payment & { received: ReceivedMoney }

/** The state of a payment after the provider was asked. */
export type KnownSettlement =
	/** No money yet. `seen` is the provider's last word; null without an answer. */
	| { kind: 'waiting'; payment: Payment; seen: 'unfinished' | 'failed' | null }
	/** Money has arrived: `payment.received.outcome` says what it became. */
	| { kind: 'decided'; payment: DecidedPayment }

export type Settlement = KnownSettlement | { kind: 'unknown_payment' }

export function isDecided(payment: Payment): payment is DecidedPayment {
	return payment.received !== null
}

/** The settlement by the write that just claimed the payment. */
export function decided(
	payment: Payment,
	received: ReceivedMoney,
	refund: Payment['refund'] = null,
): KnownSettlement {
	return {
		kind: 'decided',
		payment: { ...payment, status: 'paid', gatewayStatus: 'success', received, refund },
	}
}

/** One write claims the payment and makes the purchase, or neither. */
export type Purchase = {
	kind: PurchaseKind
	settle: (charge: SuccessfulCharge) => Promise<KnownSettlement>
}

export type SuccessfulCharge = {
	deps: PurchaseDeps
	payment: Payment
	checkout: CheckoutSnapshot
	verified: VerifiedPayment
	now: Instant
}

export type PurchaseDeps = Pick<
	Repositories,
	'payments' | 'messaging' | 'shops' | 'availability' | 'booking' | 'loyalty' | 'subscriptions' | 'writeBatch'
>
