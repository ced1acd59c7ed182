import type { Instant } from '#app/kernel/instant.ts'
import { type SettlePaymentDeps, settlePayment } from './settle-payment.server.ts'
import type { DecidedPayment } from './settlement.ts'

/** Paystack, or the database, has not said what is needed to go on: to be tried again. */
export class NotAnsweredError extends Error {
	override name = 'NotAnsweredError'
}

/**
 * The payment that an event about its money is about. Events come in any order: money whose arrival was not heard of yet
 * is settled first. Null when it is none of ours, or none that arrived here.
 */
export async function knownPayment(
	deps: SettlePaymentDeps,
	{ reference, now }: { reference: string; now: Instant },
): Promise<DecidedPayment | null> {
	const settlement = await settlePayment(deps, { reference, now })
	if (settlement.kind === 'decided') return settlement.payment
	if (settlement.kind === 'waiting' && settlement.seen === null) throw new NotAnsweredError()
	return null
}
