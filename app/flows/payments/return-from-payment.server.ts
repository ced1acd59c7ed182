import type { CheckoutSnapshot } from '#app/domain/booking/checkout/paid-checkout-repository.server.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { findPayment, type SettlePaymentDeps, settleFound } from './settle-payment.server.ts'
import type { KnownSettlement } from './settlement.ts'

/** A payment whose payer came back, and what the page shows. */
export type PaymentReturn = {
	settlement: KnownSettlement
	payment: Payment
	checkout: CheckoutSnapshot
	/** Whether the signed-in customer started it. */
	isOwn: boolean
}

/**
 * Settles a payment for the payer who comes back from the provider, and reads in the same trip what the page needs
 * (P7). Null for a reference that is not ours: then nothing is written.
 */
export async function returnFromPayment(
	deps: SettlePaymentDeps & Pick<Repositories, 'booking'>,
	{ paymentReference, actor, now }: { paymentReference: string; actor: Actor | null; now: Instant },
): Promise<PaymentReturn | null> {
	const [found, isOwn] = await Promise.all([
		findPayment(deps, paymentReference),
		actor !== null && deps.booking.appointmentViews.isOwnPayment(actor, paymentReference),
	])
	if (!found) return null
	const settlement = await settleFound(deps, found, { now })
	return { settlement, payment: settlement.payment, checkout: found.checkout, isOwn }
}
