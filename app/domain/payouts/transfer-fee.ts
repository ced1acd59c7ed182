import type { Kobo } from '#app/kernel/money.ts'

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
