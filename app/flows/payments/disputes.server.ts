import type {
	DisputeEvidence,
	DisputeEvidenceRepository,
} from '#app/domain/payments/dispute-evidence-repository.server.ts'
import { dueWords } from '#app/domain/payments/dispute-list.ts'
import type { StoredDispute } from '#app/domain/payments/dispute-repository.server.ts'
import { alertLine } from '#app/domain/payments/payment.ts'
import { isPaymentReference } from '#app/domain/payments/payment-reference.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type Statement, type WriteFailure, writeOrRefuse } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type DisputedPaymentDeps = Pick<Repositories, 'payments' | 'shops' | 'writeBatch'> & {
	disputeEvidence: DisputeEvidenceRepository
}

/** `payment_not_found`: no money came by that reference. `not_disputed`: the payment never was. */
export type DisputedPaymentRefusal = 'payment_not_found' | 'not_disputed'

/** A payment that is or was disputed, by its reference or that of its visit or order. */
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
	// Older disputes are recorded at the payment alone.
	if (disputes.length === 0 && evidence.disputedAt === null) return refused('not_disputed')
	return accepted({ evidence, disputes })
}

/** Records the operator's act for the shop, without the customer's name. */
export function disputeAct(
	{ shops: { shopActs } }: Pick<Repositories, 'shops'>,
	{ shop, appointment, paymentReference }: DisputeEvidence,
	{ kind, now }: { kind: 'dispute_read' | 'dispute_answered'; now: Instant },
): Statement[] {
	return shopActs.insertAct({
		...{ id: newId(), shopId: shop.id, kind, now },
		subjectId: appointment?.appointmentId ?? paymentReference,
		summary: appointment?.referenceNumber ?? paymentReference,
	})
}

/** `no_open_dispute`: its disputes have ended, or have no stored due date. */
export type AnswerRefusal = DisputedPaymentRefusal | 'no_open_dispute'

/** Records that the operator answered a payment's disputes on the provider's dashboard, which ends their alerts. */
export async function markDisputeAnswered(
	deps: DisputedPaymentDeps,
	{ givenReference, now }: { givenReference: string; now: Instant },
): Promise<Outcome<{ paymentReference: string }, AnswerRefusal | WriteFailure>> {
	const found = await findDisputedPayment(deps, givenReference)
	if (!found.ok) return found
	const { evidence, disputes } = found.value
	const { paymentReference } = evidence
	const open = disputes.filter(({ endedAt }) => endedAt === null)
	if (open.length === 0) return refused('no_open_dispute')
	if (open.every(({ answeredAt }) => answeredAt !== null)) return accepted({ paymentReference })
	return writeOrRefuse({ paymentReference }, () =>
		deps.writeBatch([
			...disputeAct(deps, evidence, { kind: 'dispute_answered', now }),
			deps.payments.disputes.markAnswered(paymentReference, now),
		]),
	)
}

type Deps = Pick<Repositories, 'payments' | 'writeBatch'> & { log: (line: string) => void }

/** Further disputes wait for the next minute. */
const MOST_OF_A_RUN = 20

/**
 * Every minute: alerts the operator to unanswered disputes due within two days, once a day and once more before the
 * end. Of two runs at once, one alerts. Gives how many.
 */
export async function alertDueDisputes(
	{ payments: { disputes }, writeBatch, log }: Deps,
	now: Instant,
): Promise<number> {
	let alerted = 0
	for (const { id, paymentReference, dueAt, alertedAt } of await disputes.disputesToAlert(
		now,
		MOST_OF_A_RUN,
	)) {
		const { marked } = await writeBatch({ marked: disputes.markAlerted(id, alertedAt, now) })
		if (marked === 0) continue
		log(alertLine(paymentReference, `its dispute ${dueWords(dueAt, now)}, and was not answered`))
		alerted++
	}
	return alerted
}
