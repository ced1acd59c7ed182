import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import { noProvider } from '#app/domain/payments/payment.ts'
import type { PaymentProviders } from '#app/domain/payments/payment-provider.server.ts'
import type { ProviderTransfer } from '#app/domain/payments/provider-transfer.ts'
import { alertOfPayout, type Payout } from '#app/domain/payouts/payout.ts'
import { isPayoutReference } from '#app/domain/payouts/payout-reference.server.ts'
import { nextPayoutAttemptAt } from '#app/domain/payouts/payout-time.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { providerLabel } from '#app/kernel/vocabulary/payments.ts'
import { BY_TRANSFER, pendingPayoutStatuses } from '#app/kernel/vocabulary/payouts.ts'
import { type MovePayoutDeps, movePayout, type PayoutMove } from './move-payout.server.ts'

/** 'unknown': no reliable answer. */
type Input = 'ended' | 'on_its_way' | 'not_there' | 'unknown'

const TRIES = 3

/**
 * Asks the provider for a transfer's state and moves the payout to it. Only this answer counts. An answer with another
 * sum moves nothing and alerts the operator.
 */
export async function askProvider(
	deps: MovePayoutDeps & { providers: PaymentProviders },
	payout: Payout,
	{ nextAttemptAt, now }: { nextAttemptAt: Instant; now: Instant },
): Promise<Input> {
	const provider = deps.providers.get(payout.provider)
	if (!provider) {
		deps.log(alertOfPayout(payout.reference, noProvider(payout.provider)))
		return 'unknown'
	}
	const answer = await provider.verifyTransfer(payout.reference)
	if (answer.outcome === 'not_found') return 'not_there'
	if (answer.outcome === 'unknown') return 'unknown'
	return applyAnswer(deps, payout, answer, { nextAttemptAt, now })
}

export async function applyAnswer(
	deps: MovePayoutDeps,
	payout: Payout,
	answer: ProviderTransfer,
	{ nextAttemptAt, now }: { nextAttemptAt: Instant; now: Instant },
): Promise<Input> {
	if (answer.amountKobo !== payout.amountKobo || answer.currency !== payout.currency) {
		deps.log(
			alertOfPayout(
				payout.reference,
				`${providerLabel(payout.provider)} has this payout with another sum: compare both by hand`,
			),
		)
		return 'unknown'
	}
	const chargedFeeKobo = answer.feeKobo ?? 0
	const rest = { chargedFeeKobo, outsideReference: answer.transferCode, nextAttemptAt, now }
	// A reversed transfer was sent first: the provider keeps its fee.
	if (answer.status === 'reversed' && chargedFeeKobo > 0 && payout.chargedFeeKobo === null)
		await moveUntilMoved(deps, payout, { ...rest, status: 'success' })
	await moveUntilMoved(deps, payout, { ...rest, status: answer.status })
	return ['received', 'pending', 'otp'].includes(answer.status) ? 'on_its_way' : 'ended'
}

/** Reads the payout again where another request moved it. */
async function moveUntilMoved(deps: MovePayoutDeps, payout: Payout, move: PayoutMove): Promise<void> {
	for (let tries = 1; tries <= TRIES; tries++) {
		const current = await deps.payouts.payouts.payout(payout.reference)
		if ((await movePayout(deps, current ?? payout, move)) !== 'changed') return
	}
}

class TransferNotAnsweredError extends Error {
	override name = 'TransferNotAnsweredError'
}

/** Asks the provider, since the event is no proof of money. Gives 'done', or why nothing changes. */
export async function applyTransferEvent(
	deps: MovePayoutDeps & { onlinePayments: Pick<OnlinePayments, 'providers'> | null },
	{ reference, now }: { reference: string; now: Instant },
): Promise<string> {
	const payout = isPayoutReference(reference) ? await deps.payouts.payouts.payout(reference) : null
	if (!payout) return 'the transfer is none of ours'
	if (payout.way !== BY_TRANSFER) return 'the payout goes by the operator’s bank'
	if (!deps.onlinePayments) throw new TransferNotAnsweredError()
	const { providers } = deps.onlinePayments
	const nextAttemptAt = nextPayoutAttemptAt(payout.attemptCount, now)
	const answer = await askProvider({ ...deps, providers }, payout, { nextAttemptAt, now })
	// The provider's answer may lag behind its event.
	const lags = answer === 'on_its_way' && !isPending(payout)
	if (answer === 'unknown' || answer === 'not_there' || lags) throw new TransferNotAnsweredError()
	return 'done'
}

function isPending({ status }: Payout): boolean {
	return pendingPayoutStatuses.some((pending) => pending === status)
}
