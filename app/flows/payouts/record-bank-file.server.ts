import type { StoredPayout } from '#app/domain/payouts/payout-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { hasArrivedLate, type MovePayoutDeps, movePayout } from './move-payout.server.ts'

/** 'returned': money that came back after it had arrived. */
export type BankResult = {
	reference: string
	result: 'paid' | 'failed' | 'returned'
	/** Null where the file does not say: then the payout's. */
	amountKobo: Kobo | null
	bankReference: string | null
}

export type BankResultProblem = {
	reference: string
	why: 'named_twice' | 'not_found' | 'not_by_bank' | 'other_amount' | 'ended_otherwise' | 'not_paid_yet'
}

/**
 * Posts the bank's results of payouts; one wrong line prevents all. A failed or cancelled payout may still be paid
 * (D59). A repeat changes nothing. Gives how many were moved, and in `late` the payouts that another request has ended
 * differently.
 */
export async function recordBankResults(
	deps: MovePayoutDeps,
	{ results, now }: { results: readonly BankResult[]; now: Instant },
): Promise<Outcome<{ moved: number; late: BankResultProblem[] }, readonly BankResultProblem[]>> {
	const found = new Map<string, StoredPayout>()
	const problems: BankResultProblem[] = []
	const named = new Set<string>()
	for (const result of results) {
		const { reference } = result
		const payout = await deps.payouts.payouts.payout(reference)
		const why = named.has(reference) ? 'named_twice' : findProblem(result, payout)
		named.add(reference)
		if (why) problems.push({ reference, why })
		else if (payout) found.set(reference, payout)
	}
	if (problems.length > 0) return refused(problems)
	let moved = 0
	const late: BankResultProblem[] = []
	for (const { reference, result, bankReference } of results) {
		const payout = found.get(reference)
		if (!payout || payout.status === statusByResult[result]) continue
		const done = await movePayout(deps, payout, {
			status: statusByResult[result],
			chargedFeeKobo: 0,
			outsideReference: bankReference,
			nextAttemptAt: null,
			now,
		})
		if (done === 'moved') moved++
		else if (
			done === 'changed' &&
			(await deps.payouts.payouts.payout(reference))?.status !== statusByResult[result]
		)
			late.push({ reference, why: 'ended_otherwise' })
	}
	return accepted({ moved, late })
}

const statusByResult = { paid: 'success', failed: 'failed', returned: 'reversed' } as const

function findProblem(
	{ result, amountKobo }: BankResult,
	payout: StoredPayout | null,
): BankResultProblem['why'] | null {
	if (!payout) return 'not_found'
	if (payout.way !== 'bank_file') return 'not_by_bank'
	if (amountKobo !== null && amountKobo !== payout.amountKobo) return 'other_amount'
	if (payout.status === statusByResult[result]) return null
	if (result === 'returned') return payout.status === 'success' ? null : 'not_paid_yet'
	return payout.status === 'written' || hasArrivedLate(payout.status, statusByResult[result])
		? null
		: 'ended_otherwise'
}
