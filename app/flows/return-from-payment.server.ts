import type { CheckoutRepository, FrozenVisit } from '#app/domain/booking/checkout-repository.server.ts'
import type { HoldRepository } from '#app/domain/booking/hold-repository.server.ts'
import type { OwnVisitRepository } from '#app/domain/booking/own-visit-repository.server.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Settlement, type SettlePaymentDeps, settlePayment } from './settle-payment.server.ts'

export type ReturnFromPaymentDeps = SettlePaymentDeps & {
	checkouts: Pick<CheckoutRepository, 'frozenVisit'>
	holds: Pick<HoldRepository, 'paidHoldExpiry'>
	ownVisits: Pick<OwnVisitRepository, 'isOwnPayment'>
}

/** A payment that somebody came back from, and what its page tells. */
export type PaymentReturn = {
	settlement: Exclude<Settlement, { kind: 'unknown_reference' }>
	payment: Payment
	visit: FrozenVisit
	/** Until when the time that it is for is kept, or was; null when it is not. */
	holdExpiresAt: Instant | null
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
	const [settlement, visit, holdExpiresAt, isOwn] = await Promise.all([
		settlePayment(deps, { reference, now }),
		deps.checkouts.frozenVisit(reference),
		deps.holds.paidHoldExpiry(reference),
		actor !== null && deps.ownVisits.isOwnPayment(actor, reference),
	])
	if (settlement.kind === 'unknown_reference' || !visit) return null
	return { settlement, payment: settlement.payment, visit, holdExpiresAt, isOwn }
}
