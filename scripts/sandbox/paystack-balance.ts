import type { Clock, Instant } from '#app/kernel/instant.ts'

/** One change of the balance. */
export type SandboxBalanceEntry = {
	/** From 1; its own numbers, so that payments and refunds have theirs as without it. */
	id: number
	/** What came in; negative: went out. */
	differenceKobo: number
	/** After it. */
	balanceKobo: number
	reason: string
	model: 'Transaction' | 'Refund' | 'Transfer' | 'Dispute' | 'Settlement' | 'Topup'
	modelRow: bigint | null
	createdAt: Instant
}

export type PaystackBalance = ReturnType<typeof createPaystackBalance>

/** What Paystack holds, with each change: its ledger is never rewritten. */
export function createPaystackBalance(now: Clock, entries: SandboxBalanceEntry[]) {
	const balanceKobo = () => entries.at(-1)?.balanceKobo ?? 0

	/** Nothing for a difference of 0. */
	function book(
		model: SandboxBalanceEntry['model'],
		differenceKobo: number,
		{ reason = '', modelRow = null }: Partial<Pick<SandboxBalanceEntry, 'reason' | 'modelRow'>> = {},
	) {
		if (differenceKobo === 0) return
		entries.push({
			id: entries.length + 1,
			differenceKobo,
			balanceKobo: balanceKobo() + differenceKobo,
			reason,
			model,
			modelRow,
			createdAt: now(),
		})
	}

	return {
		/** Oldest first. */
		entries: entries as readonly SandboxBalanceEntry[],
		get kobo() {
			return balanceKobo()
		},
		book,
		/** Pays all that is there to the operator's bank. */
		settle() {
			if (balanceKobo() > 0) book('Settlement', -balanceKobo(), { reason: 'Settlement to your bank' })
		},
		clear() {
			entries.length = 0
		},
	}
}
