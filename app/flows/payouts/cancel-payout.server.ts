import { voidedPayoutLines } from '#app/domain/payments/payout-lines.ts'
import type { PaymentAsRead } from '#app/domain/payouts/open-payment-repository.server.ts'
import { paymentDue } from '#app/domain/payouts/payment-due.ts'
import type { Payout } from '#app/domain/payouts/payout.ts'
import { type PayoutToAsk, payoutIs } from '#app/domain/payouts/payout-repository.server.ts'
import { isNothing, without } from '#app/domain/payouts/payout-share.ts'
import { FREE_CANCELLATION_MS } from '#app/domain/subscriptions/session-cancellation.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { refusalOfWrite, type WriteFailure, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { WritePayoutDeps } from './write-payout.server.ts'

/**
 * `payout_not_found`. `sent`: the provider was asked for it, or it has ended. `cancelled_already`: nothing is left to
 * do.
 */
type CancelPayoutRefusal = 'payout_not_found' | 'sent' | 'cancelled_already'

/**
 * Calls a payout off that this app has not asked the provider for: what it would have paid is due again. Whether the
 * operator's bank has a file with it, only the operator knows.
 */
export async function cancelPayout(
	{ payouts: { payouts }, payments: { ledger }, writeBatch }: WritePayoutDeps,
	{ reference, now }: { reference: string; now: Instant },
): Promise<Outcome<Payout, CancelPayoutRefusal | WriteFailure>> {
	const payout = await payouts.payout(reference)
	if (!payout) return refused('payout_not_found')
	if (payout.status === 'cancelled') return refused('cancelled_already')
	try {
		await writeIdempotent(writeBatch, [
			payouts.cancelPayout(reference, now),
			payouts.voidItems(reference, now),
			...ledger.postEntry(
				{ key: `payout-void:${reference}`, lines: voidedPayoutLines(payout), occurredAt: now, now },
				payoutIs(reference, ['cancelled']),
			),
		])
	} catch (error) {
		return refused(refusalOfWrite(error, {}))
	}
	// What another request did meanwhile, it says.
	const after = await payouts.payout(reference)
	return after?.status === 'cancelled' ? accepted(after) : refused('sent')
}

/**
 * Decides a payout that waits once more, by the rule that it was written by: null where its account is held, or where a
 * payment of it would not be paid as it is any more (D71). Else its payments as they were read, for the write that
 * takes it.
 */
export async function decidedAgain(
	{ payouts: { dues } }: Pick<Repositories, 'payouts'>,
	{ reference, isAccountHeld }: Pick<PayoutToAsk, 'reference' | 'isAccountHeld'>,
	now: Instant,
): Promise<readonly PaymentAsRead[] | null> {
	if (isAccountHeld) return null
	const payments = await dues.paymentsOfPayout(reference, { freeCancellationMs: FREE_CANCELLATION_MS })
	const isAsWritten = payments.every(({ row, ...payment }) => {
		const due = paymentDue({ ...payment, settled: without(payment.settled, row), isOnItsWay: false }, now)
		const isPaid = due.state === 'due' || due.state === 'debt'
		return isPaid && isNothing(without(due.share, row))
	})
	return isAsWritten ? payments : null
}
