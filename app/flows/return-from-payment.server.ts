import type { CheckoutRepository, FrozenVisit } from '#app/domain/booking/checkout-repository.server.ts'
import type { OwnVisitRepository } from '#app/domain/booking/own-visit-repository.server.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type SettlePaymentDeps, settlePayment } from './settle-payment.server.ts'
import type { Settlement } from './settlement.ts'

export type ReturnFromPaymentDeps = SettlePaymentDeps & {
	checkouts: Pick<CheckoutRepository, 'frozenVisit'>
	ownVisits: Pick<OwnVisitRepository, 'isOwnPayment'>
}

/** A payment that somebody came back from, and what its page tells. */
export type PaymentReturn = {
	settlement: Exclude<Settlement, { kind: 'unknown_reference' }>
	payment: Payment
	visit: FrozenVisit
	/** Whether the signed-in customer started it. */
	isOwn: boolean
}

/**
 * Settles a payment for whoever comes back from Paystack, and reads in the same trip what the page needs (guide:
 * performance P7). Null for a reference that is none of ours: nothing is written then.
 */
export async function returnFromPayment(
	deps: ReturnFromPaymentDeps,
	{ reference, actor, now }: { reference: string; actor: Actor | null; now: Instant },
): Promise<PaymentReturn | null> {
	const [settlement, visit, isOwn] = await Promise.all([
		settlePayment(deps, { reference, now }),
		deps.checkouts.frozenVisit(reference),
		actor !== null && deps.ownVisits.isOwnPayment(actor, reference),
	])
	if (settlement.kind === 'unknown_reference' || !visit) return null
	return { settlement, payment: settlement.payment, visit, isOwn }
}
