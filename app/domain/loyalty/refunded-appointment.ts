import { KOBO_PER_NAIRA, type Kobo } from '#app/kernel/money.ts'

/** The amounts that a visit was counted with: the sum paid without the tip, and the cashback on it. */
export type CountedAmounts = { paidKobo: Kobo; cashbackKobo: Kobo }

/**
 * What a counted visit is worth once a part of its payment went back: cashback shrinks in proportion, rounded half up
 * to the whole naira, since it may pay a part of a total that is paid online (C47, D38).
 * `refundedKobo` is without the tip.
 */
export function withoutRefund(
	{ paidKobo, cashbackKobo }: CountedAmounts,
	refundedKobo: Kobo,
): CountedAmounts {
	const keptKobo = Math.max(paidKobo - refundedKobo, 0)
	return {
		paidKobo: keptKobo,
		cashbackKobo: paidKobo === 0 ? 0 : Math.min(cashbackKobo, inNaira((cashbackKobo * keptKobo) / paidKobo)),
	}
}

function inNaira(amountKobo: Kobo): Kobo {
	return Math.floor(amountKobo / KOBO_PER_NAIRA + 0.5) * KOBO_PER_NAIRA
}
