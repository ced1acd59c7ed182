import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import type { Payout } from '#app/domain/payouts/payout.ts'
import { isPayoutReference } from '#app/domain/payouts/payout-reference.server.ts'
import { nextPayoutAttemptAt } from '#app/domain/payouts/payout-time.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { BY_TRANSFER, pendingPayoutStatuses } from '#app/kernel/vocabulary/payouts.ts'
import { askProvider } from './ask-provider.server.ts'
import type { MovePayoutDeps } from './move-payout.server.ts'

/** The provider did not say where the transfer is: its event has to be worked again. */
class TransferNotToldError extends Error {
	override name = 'TransferNotToldError'
}

/**
 * Applies an event about a transfer: the provider is asked, because the event itself is no proof of money. Gives
 * 'done', or why nothing changes.
 */
export async function applyTransferEvent(
	deps: MovePayoutDeps & { onlinePayments: Pick<OnlinePayments, 'providers'> | null },
	{ reference, now }: { reference: string; now: Instant },
): Promise<string> {
	const payout = isPayoutReference(reference) ? await deps.payouts.payouts.payout(reference) : null
	if (!payout) return 'the transfer is none of ours'
	if (payout.way !== BY_TRANSFER) return 'the payout goes by the operator’s bank'
	if (!deps.onlinePayments) throw new TransferNotToldError()
	const { providers } = deps.onlinePayments
	const nextAttemptAt = nextPayoutAttemptAt(payout.attemptCount, now)
	const answer = await askProvider({ ...deps, providers }, payout, { nextAttemptAt, now })
	// What has ended here is not under way again: the provider's answer lags behind its own event.
	const lags = answer === 'on_its_way' && !isPending(payout)
	if (answer === 'unknown' || answer === 'not_there' || lags) throw new TransferNotToldError()
	return 'done'
}

function isPending({ status }: Payout): boolean {
	return pendingPayoutStatuses.some((pending) => pending === status)
}
