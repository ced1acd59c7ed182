import {
	ListNotReadError,
	type PaymentProvider,
	pagesOf,
} from '#app/domain/payments/payment-provider.server.ts'
import type { ProviderTransfer } from '#app/domain/payments/provider-transfer.ts'
import type { Payout } from '#app/domain/payouts/payout.ts'
import { isPayoutReference } from '#app/domain/payouts/payout-reference.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { HELD_BY_PROVIDER, type PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import { applyAnswer } from './ask-provider.server.ts'
import { hasArrivedLate, type MovePayoutDeps } from './move-payout.server.ts'

export type PayoutDifferenceKind =
	| 'transfer_unknown_here'
	| 'payout_not_there'
	| 'payout_amount_differs'
	| 'payout_status_differs'
	| 'payout_ended_otherwise'
	| 'payout_fee_differs'

export type PayoutDifference = {
	kind: PayoutDifferenceKind
	reference: string
	/** 'possible': --apply would do it. 'person': no program can. */
	repair: 'done' | 'possible' | 'person'
	detail: string | null
}

export type PayoutReconciliation = {
	/** Our transfers in the provider's list. */
	listed: number
	differences: PayoutDifference[]
	/** The provider's balance, and the ledger's. Null without an answer. */
	balance: { thereKobo: Kobo; hereKobo: Kobo } | null
}

export type ReconcilePayoutsDeps = MovePayoutDeps & {
	provider: PaymentProvider
	mode: PaymentMode
}

/** The provider is asked about each of a page. */
const KNOWN_PER_PAGE = 100

/**
 * Compares the provider's transfers with the payouts here, and its balance with the ledger. With `isApplied` it moves
 * payouts on as the cron does. Throws a ListNotReadError for an incomplete list.
 */
export async function reconcilePayouts(
	deps: ReconcilePayoutsDeps,
	{ from, to, isApplied, now }: { from: Instant; to: Instant; isApplied: boolean; now: Instant },
): Promise<PayoutReconciliation> {
	const seen = new Set<string>()
	const differences: PayoutDifference[] = []
	for await (const page of pagesOf((number) => deps.provider.lists.transfers({ from, to, page: number })))
		for (const { reference, createdAt: _, ...there } of page) {
			if (reference === null || !isPayoutReference(reference) || seen.has(reference)) continue
			seen.add(reference)
			const here = await deps.payouts.payouts.payout(reference)
			const kind = here ? findDifference(here, there) : 'transfer_unknown_here'
			if (!kind) continue
			const detail = here ? `${here.status} here, ${there.status} there` : there.status
			if (kind !== 'payout_status_differs' || !here)
				differences.push({ kind, reference, repair: 'person', detail })
			else if (!isApplied) differences.push({ kind, reference, repair: 'possible', detail })
			else {
				await applyAnswer(deps, here, there, { nextAttemptAt: now, now })
				const after = await deps.payouts.payouts.payout(reference)
				const repair = after && findDifference(after, there) === null ? 'done' : 'person'
				differences.push({ kind, reference, repair, detail })
			}
		}
	differences.push(...(await knownHereAlone(deps, seen, { from, to })))
	return { listed: seen.size, differences, balance: await readBalances(deps) }
}

function findDifference(here: Payout, there: ProviderTransfer): PayoutDifferenceKind | null {
	if (here.amountKobo !== there.amountKobo || here.currency !== there.currency) return 'payout_amount_differs'
	const isWaiting = ['written', 'received', 'pending', 'otp'].includes(here.status)
	if (here.status !== there.status)
		return isWaiting ||
			hasArrivedLate(here.status, there.status) ||
			(here.status === 'success' && there.status === 'reversed')
			? 'payout_status_differs'
			: 'payout_ended_otherwise'
	const isFeeKnown = here.status === 'success' && there.feeKobo !== null
	return isFeeKnown && here.chargedFeeKobo !== there.feeKobo ? 'payout_fee_differs' : null
}

async function knownHereAlone(
	{ payouts, provider, mode }: ReconcilePayoutsDeps,
	seen: ReadonlySet<string>,
	{ from, to }: { from: Instant; to: Instant },
): Promise<PayoutDifference[]> {
	const differences: PayoutDifference[] = []
	for (let after = ''; ; ) {
		const page = await payouts.payouts.payoutsRequestedBetween({
			...{ provider: provider.name, mode, from, to, after },
			limit: KNOWN_PER_PAGE,
		})
		for (const { reference, status } of page) {
			if (seen.has(reference) || (status !== 'success' && status !== 'reversed')) continue
			const answer = await provider.verifyTransfer(reference)
			if (answer.outcome === 'unknown') throw new ListNotReadError(answer.why)
			if (answer.outcome === 'not_found')
				differences.push({ kind: 'payout_not_there', reference, repair: 'person', detail: status })
		}
		const last = page.at(-1)
		if (last === undefined || page.length < KNOWN_PER_PAGE) return differences
		after = last.reference
	}
}

async function readBalances(deps: ReconcilePayoutsDeps): Promise<PayoutReconciliation['balance']> {
	const { payments, provider } = deps
	const [there, here] = await Promise.all([provider.balance(), payments.ledger.balancesOf('')])
	if (there.outcome === 'unknown') return null
	const account = here.find(({ kind, currency }) => kind === HELD_BY_PROVIDER && currency === 'NGN')
	return { thereKobo: there.balanceKobo, hereKobo: account?.balanceKobo ?? 0 }
}
