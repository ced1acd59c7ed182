import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { refusalOfWrite, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import {
	type DisputedPaymentDeps,
	type DisputedPaymentRefusal,
	disputeAct,
	findDisputedPayment,
} from './find-disputed-payment.server.ts'

/** `no_open_dispute`: the disputes of the payment have ended, or came before their due dates were kept. */
export type AnswerRefusal = DisputedPaymentRefusal | 'no_open_dispute'

/**
 * The operator has answered the disputes of a payment on the provider's dashboard: no alert tells of them any more. It
 * is written down once. The provider itself gets nothing from here.
 */
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
	try {
		await deps.writeBatch([
			...disputeAct(deps, evidence, { kind: 'dispute_answered', now }),
			deps.payments.disputes.markAnswered(paymentReference, now),
		])
		return accepted({ paymentReference })
	} catch (error) {
		return refused(refusalOfWrite(error, {}))
	}
}
