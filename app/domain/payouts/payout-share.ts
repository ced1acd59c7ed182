import type { Kobo } from '#app/kernel/money.ts'

/**
 * What a shop gets of a payment, or of several: above zero for what it is due, below zero for what it owes.
 * `earnedKobo` is without the tip; commission and fee are what the shop bears of it.
 */
export type PayoutShare = {
	earnedKobo: Kobo
	tipKobo: Kobo
	commissionKobo: Kobo
	paymentFeeKobo: Kobo
}

export const nothing: PayoutShare = { earnedKobo: 0, tipKobo: 0, commissionKobo: 0, paymentFeeKobo: 0 }

/** What reaches the shop of it: tips whole. */
export function netOf({ earnedKobo, tipKobo, commissionKobo, paymentFeeKobo }: PayoutShare): Kobo {
	return earnedKobo + tipKobo - commissionKobo - paymentFeeKobo
}

export function sumOf(shares: readonly PayoutShare[]): PayoutShare {
	return shares.reduce((sum, share) => combined(sum, share, 1), nothing)
}

/** What is still to be settled where `settled` was before. */
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
