import type { Kobo } from '#app/kernel/money.ts'

/**
 * The shop's share of payments: positive when due, negative when owed. `earnedKobo` is without the tip; the shop bears
 * commission and fee.
 */
export type PayoutShare = {
	earnedKobo: Kobo
	tipKobo: Kobo
	commissionKobo: Kobo
	paymentFeeKobo: Kobo
}

export const nothing: PayoutShare = { earnedKobo: 0, tipKobo: 0, commissionKobo: 0, paymentFeeKobo: 0 }

/** The sum for the shop, with whole tips. */
export function netAmount({ earnedKobo, tipKobo, commissionKobo, paymentFeeKobo }: PayoutShare): Kobo {
	return earnedKobo + tipKobo - commissionKobo - paymentFeeKobo
}

export function sumShares(shares: readonly PayoutShare[]): PayoutShare {
	return shares.reduce((sum, share) => combined(sum, share, 1), nothing)
}

export function without(share: PayoutShare, settled: PayoutShare): PayoutShare {
	return combined(share, settled, -1)
}

export function isNothing({ earnedKobo, tipKobo, commissionKobo, paymentFeeKobo }: PayoutShare): boolean {
	return earnedKobo === 0 && tipKobo === 0 && commissionKobo === 0 && paymentFeeKobo === 0
}

function combined(a: PayoutShare, b: PayoutShare, sign: 1 | -1): PayoutShare {
	return {
		earnedKobo: a.earnedKobo + sign * b.earnedKobo,
		tipKobo: a.tipKobo + sign * b.tipKobo,
		commissionKobo: a.commissionKobo + sign * b.commissionKobo,
		paymentFeeKobo: a.paymentFeeKobo + sign * b.paymentFeeKobo,
	}
}
