import { voidedPayoutLines } from '#app/domain/payments/payout-lines.ts'
import type { Payout } from '#app/domain/payouts/payout.ts'
import { payoutIs } from '#app/domain/payouts/payout-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { refusalOfWrite, type WriteFailure, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { WritePayoutDeps } from './write-payout.server.ts'

/**
 * `payout_not_found`. `sent`: the provider was asked for it, or it has ended. `cancelled_already`: nothing is left to
 * do.
 */
export type CancelPayoutRefusal = 'payout_not_found' | 'sent' | 'cancelled_already'

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
