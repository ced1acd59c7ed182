import type { Clock, Instant } from '#app/kernel/instant.ts'

export type SandboxBalanceEntry = {
	/** From 1, apart from the ids of payments and refunds. */
	id: number
	/** Negative: went out. */
	differenceKobo: number
	/** After this change. */
	balanceKobo: number
	reason: string
	model: 'Transaction' | 'Refund' | 'Transfer' | 'Dispute' | 'Settlement' | 'Topup'
	modelRow: bigint | null
	createdAt: Instant
}

export type PaystackBalance = ReturnType<typeof createPaystackBalance>

/** What Paystack holds, with each change; never rewritten. */
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
		/** Pays the whole balance to the operator's bank. */
		settle() {
			if (balanceKobo() > 0) book('Settlement', -balanceKobo(), { reason: 'Settlement to your bank' })
		},
		clear() {
			entries.length = 0
		},
	}
}
