import type { Instant } from '#app/kernel/instant.ts'
import { type SettlePaymentDeps, settlePayment } from './settle-payment.server.ts'
import type { DecidedPayment } from './settlement.ts'

/** The provider or the database gave no answer: the work is to be repeated. */
export class NotAnsweredError extends Error {
	override name = 'NotAnsweredError'
}

/**
 * The settled payment of a webhook event. Events come in any order, so a payment that is not settled yet is settled
 * first. Null when the payment is not ours, or its money has not arrived. Throws `NotAnsweredError` when that is not
 * known.
 */
export async function requireSettledPayment(
	deps: SettlePaymentDeps,
	{ paymentReference, now }: { paymentReference: string; now: Instant },
): Promise<DecidedPayment | null> {
	const settlement = await settlePayment(deps, { paymentReference, now })
	if (settlement.kind === 'decided') return settlement.payment
	if (settlement.kind === 'waiting' && settlement.seen === null) throw new NotAnsweredError()
	return null
}
