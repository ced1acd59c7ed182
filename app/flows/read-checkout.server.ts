import type { CheckoutRepository } from '#app/domain/booking/checkout-repository.server.ts'
import type { ShopAddOn } from '#app/domain/booking/draft-repository.server.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import type { PaymentRepository } from '#app/domain/payments/payment-repository.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type ReadVisitDeps, readVisit, type Visit } from './read-visit.server.ts'

export type ReadCheckoutDeps = ReadVisitDeps & {
	checkouts: Pick<CheckoutRepository, 'noShowCount'>
	payments: Pick<PaymentRepository, 'paymentsOfDraft'>
}

export type CheckoutVisit = Visit & {
	shopAddOns: ShopAddOn[]
	/** How many visits this customer has missed in this shop. */
	noShowCount: number
	/** The newest payment page that was opened for it and of which no money has come. */
	startedPayment: Payment | null
}

/**
 * The visit with what checkout may add to it and what its customer has to pay in advance, in one trip; null when there is
 * no draft alive. A guest is known by the contact that the draft keeps.
 */
export async function readCheckout(
	deps: ReadCheckoutDeps,
	{ draftId, actor, now }: { draftId: string; actor: Actor | null; now: Instant },
): Promise<CheckoutVisit | null> {
	const [visit, shopAddOns, noShowCount, payments] = await Promise.all([
		readVisit(deps, draftId, now),
		deps.drafts.shopAddOns(draftId),
		deps.checkouts.noShowCount(draftId, { actor, contact: 'draft' }),
		deps.payments.paymentsOfDraft(draftId),
	])
	const startedPayment = payments.find(
		({ received, authorizationUrl }) => received === null && authorizationUrl !== null,
	)
	return visit && { ...visit, shopAddOns, noShowCount, startedPayment: startedPayment ?? null }
}
