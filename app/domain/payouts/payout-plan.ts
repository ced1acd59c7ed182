import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { FeeBearer, PayoutReason } from '#app/kernel/vocabulary/payouts.ts'
import type { PaymentDue } from './payment-due.ts'
import { netAmount, nothing, type PayoutShare, sumShares } from './payout-share.ts'

/** Paystack's published fees for a transfer in naira, by the sum. */
const bands: readonly { upToKobo: Kobo; feeKobo: Kobo }[] = [
	{ upToKobo: 5_000_00, feeKobo: 10_00 },
	{ upToKobo: 50_000_00, feeKobo: 25_00 },
	{ upToKobo: Number.POSITIVE_INFINITY, feeKobo: 50_00 },
]

/** Paystack's fee, charged beside the sum. */
export function transferFeeKobo(amountKobo: Kobo): Kobo {
	return bands.find(({ upToKobo }) => amountKobo <= upToKobo)?.feeKobo ?? 0
}

/** Rows of one payout, unless its debts need more; the next payout takes the rest. */
export const MAX_ROWS = 500

export type PayoutRow = { paymentReference: string; reason: PayoutReason; dueAt: Instant; share: PayoutShare }

export type PlannedPayout = {
	rows: PayoutRow[]
	sum: PayoutShare
	/** The fee that the shop bears, and the sum to send. */
	transferFeeKobo: Kobo
	amountKobo: Kobo
}

/**
 * A shop's next payout: debts first, then dues, the oldest first (D57, D59). Null where all of it is below the minimum,
 * or no more than its fee.
 */
export function plannedPayout(
	dues: readonly PaymentDue[],
	{ minimumKobo, transferFeeBearer }: { minimumKobo: Kobo; transferFeeBearer: FeeBearer },
): PlannedPayout | null {
	const payable = payableRows(dues)
	const leastKobo = leastNetKobo({ minimumKobo, transferFeeBearer })
	let rows: PayoutRow[] = []
	let sum = nothing
	let netKobo: Kobo = 0
	// Debts alone may fill the payout: it then takes more rows until dues cover them.
	for (let count = MAX_ROWS; ; count += MAX_ROWS) {
		rows = payable.slice(0, count)
		sum = sumShares(rows.map(({ share }) => share))
		netKobo = netAmount(sum)
		if (netKobo >= leastKobo) break
		if (count >= payable.length) return null
	}
	const feeKobo = transferFeeBearer === 'shop' ? transferFeeKobo(netKobo) : 0
	return { rows, sum, transferFeeKobo: feeKobo, amountKobo: netKobo - feeKobo }
}

/** The least sum before the fee: the minimum, and more than a fee that the shop bears. */
export function leastNetKobo({
	minimumKobo,
	transferFeeBearer,
}: {
	minimumKobo: Kobo
	transferFeeBearer: FeeBearer
}): Kobo {
	const feeKobo = transferFeeBearer === 'shop' ? transferFeeKobo(0) : 0
	return Math.max(minimumKobo, feeKobo + 1)
}

/** Debts, then dues, each the oldest first. */
export function payableRows(dues: readonly PaymentDue[]): PayoutRow[] {
	const payable = dues.flatMap((due) =>
		due.state === 'debt' || due.state === 'due' ? [{ ...due, isDebt: due.state === 'debt' }] : [],
	)
	return payable
		.sort(
			(a, b) =>
				Number(b.isDebt) - Number(a.isDebt) ||
				a.dueAt - b.dueAt ||
				(a.paymentReference < b.paymentReference ? -1 : 1),
		)
		.map(({ paymentReference, reason, dueAt, share }) => ({ paymentReference, reason, dueAt, share }))
}
