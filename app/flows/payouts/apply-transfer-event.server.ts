import type { PaystackTransfers } from '#app/domain/payments/paystack-transfers.server.ts'
import { isPayoutReference } from '#app/domain/payouts/payout-reference.server.ts'
import { nextPayoutAttemptAt } from '#app/domain/payouts/payout-time.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { askPaystack } from './ask-paystack.server.ts'
import type { MovePayoutDeps } from './move-payout.server.ts'

/** Paystack did not say where the transfer is: its event has to be worked again. */
class TransferNotToldError extends Error {
	override name = 'TransferNotToldError'
}

/**
 * Applies a 'transfer.…' event: Paystack is asked, because the event itself is no proof of money. Gives 'done', or why
 * nothing changes.
 */
export async function applyTransferEvent(
	deps: MovePayoutDeps & { transfers: Pick<PaystackTransfers, 'verifyTransfer'> | undefined },
	{ reference, now }: { reference: string; now: Instant },
): Promise<string> {
	const payout = isPayoutReference(reference) ? await deps.payouts.payouts.payout(reference) : null
	if (!payout) return 'the transfer is none of ours'
	if (payout.way !== 'paystack') return 'the payout goes by the operator’s bank'
	if (!deps.transfers) throw new TransferNotToldError()
	const nextAttemptAt = nextPayoutAttemptAt(payout.attemptCount, now)
	const asked = await askPaystack({ ...deps, transfers: deps.transfers }, payout, { nextAttemptAt, now })
	if (asked === 'unknown' || asked === 'not_there') throw new TransferNotToldError()
	return 'done'
}
