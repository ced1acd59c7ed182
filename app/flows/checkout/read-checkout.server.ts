import type { Customer } from '#app/domain/booking/customer/customer-refusal.ts'
import type { DraftAddOn } from '#app/domain/booking/draft/draft.ts'
import type { SignedInUser } from '#app/domain/identity/session.ts'
import { type Payment, startedPayment } from '#app/domain/payments/payment.ts'
import { type PricedDraft, type ReadDraftDeps, readDraft } from '#app/flows/booking/read-draft.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'

type ReadCheckoutDeps = ReadDraftDeps & Pick<Repositories, 'booking' | 'payments'>

export type DraftForCheckout = PricedDraft & {
	shopAddOns: DraftAddOn[]
	/** Of a signed-in customer in this shop; a guest's count only after the post (S15). */
	noShowCount: number
	/** The newest opened payment page without money. */
	startedPayment: Payment | null
}

/** The draft with checkout's additions and what is due in advance, in one trip; null when none is alive. */
export async function readCheckout(
	deps: ReadCheckoutDeps,
	{ draftId, actor, now }: { draftId: string; actor: Actor | null; now: Instant },
): Promise<DraftForCheckout | null> {
	const [priced, shopAddOns, noShowCount, payments] = await Promise.all([
		readDraft(deps, draftId, now, actor),
		deps.booking.drafts.shopAddOns(draftId),
		deps.booking.checkouts.noShowCount(draftId, { actor, contact: null }),
		deps.payments.attempts.paymentsOfDraft(draftId),
	])
	return priced && { ...priced, shopAddOns, noShowCount, startedPayment: startedPayment(payments) }
}

export function asCustomer(user: SignedInUser | null): Customer | null {
	if (!user) return null
	const { id, firstName, lastName, email, phone } = user
	return { userId: id, firstName, lastName, email, phone }
}
