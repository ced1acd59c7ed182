import { voidedPayoutLines } from '#app/domain/payments/ledger-lines.ts'
import type { PaymentAsRead } from '#app/domain/payouts/open-payment-repository.server.ts'
import { paymentDue } from '#app/domain/payouts/payment-due.ts'
import type { Payout } from '#app/domain/payouts/payout.ts'
import { payoutIs, type StoredPayout } from '#app/domain/payouts/payout-repository.server.ts'
import { isNothing, without } from '#app/domain/payouts/payout-share.ts'
import { FREE_CANCELLATION_MS } from '#app/domain/subscriptions/session-booking.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type WriteFailure, writeIdempotent, writeOrRefuse } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { WritePayoutDeps } from './write-payout.server.ts'

/** `sent`: the provider was asked to send it, or it has ended. */
type CancelPayoutRefusal = 'payout_not_found' | 'sent' | 'cancelled_already'

/**
 * Cancels a payout that the provider was not asked to send: its payments are due again. Only the operator knows whether
 * a file at the bank has it.
 */
export async function cancelPayout(
	{ payouts: { payouts }, payments: { ledger }, writeBatch }: WritePayoutDeps,
	{ reference, now }: { reference: string; now: Instant },
): Promise<Outcome<Payout, CancelPayoutRefusal | WriteFailure>> {
	const payout = await payouts.payout(reference)
	if (!payout) return refused('payout_not_found')
	if (payout.status === 'cancelled') return refused('cancelled_already')
	const written = await writeOrRefuse(null, () =>
		writeIdempotent(writeBatch, [
			payouts.cancelPayout(reference, now),
			payouts.voidItems(reference, now),
			...ledger.postEntry(
				{ key: `payout-void:${reference}`, lines: voidedPayoutLines(payout), now },
				payoutIs(reference, ['cancelled']),
			),
		]),
	)
	if (!written.ok) return written
	// Another request may have moved it.
	const after = await payouts.payout(reference)
	return after?.status === 'cancelled' ? accepted(after) : refused('sent')
}

/**
 * Decides a waiting payout again by its rule (D71). Gives its payments as read, for the write that claims it. Null
 * where its account is held, or a payment would now be paid differently.
 */
export async function decideAgain(
	{ payouts: { dues } }: Pick<Repositories, 'payouts'>,
	{ reference, isAccountHeld }: Pick<StoredPayout, 'reference' | 'isAccountHeld'>,
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
