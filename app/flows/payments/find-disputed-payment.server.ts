import type {
	DisputeEvidence,
	DisputeEvidenceRepository,
} from '#app/domain/payments/dispute-evidence-repository.server.ts'
import type { StoredDispute } from '#app/domain/payments/dispute-repository.server.ts'
import { isPaymentReference } from '#app/domain/payments/payment-reference.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type DisputedPaymentDeps = Pick<Repositories, 'payments' | 'shops' | 'writeBatch'> & {
	disputeEvidence: DisputeEvidenceRepository
}

/** `payment_not_found`: no money has come by that reference. `not_disputed`: no payer disputes it, or ever did. */
export type DisputedPaymentRefusal = 'payment_not_found' | 'not_disputed'

/** A payment that is disputed or was, by its reference or that of its visit or order, with all that is known of it. */
export async function findDisputedPayment(
	{ disputeEvidence, payments }: DisputedPaymentDeps,
	givenReference: string,
): Promise<Outcome<{ evidence: DisputeEvidence; disputes: StoredDispute[] }, DisputedPaymentRefusal>> {
	const paymentReference = isPaymentReference(givenReference)
		? givenReference
		: await disputeEvidence.paymentReferenceOf(givenReference)
	const evidence = paymentReference === null ? null : await disputeEvidence.evidence(paymentReference)
	if (!evidence) return refused('payment_not_found')
	const disputes = await payments.disputes.disputesOf(evidence.paymentReference)
	// One of before disputes were kept stands at its payment alone.
	if (disputes.length === 0 && evidence.disputedAt === null) return refused('not_disputed')
	return accepted({ evidence, disputes })
}

/** Writes down what the operator did about it, for its shop to read. It names no customer. */
export function disputeAct(
	{ shops: { shopActs } }: Pick<Repositories, 'shops'>,
	{ shop, appointment, paymentReference }: DisputeEvidence,
	{ kind, now }: { kind: 'dispute_read' | 'dispute_answered'; now: Instant },
): Statement[] {
	const id = newId()
	return shopActs.insertAct({
		...{ id, requestId: id, keyId: null, shopId: shop.id, kind, now },
		subjectId: appointment?.appointmentId ?? paymentReference,
		summary: appointment?.referenceNumber ?? paymentReference,
	})
}
