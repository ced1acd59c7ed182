import { KOBO_PER_NAIRA, type Kobo } from '#app/kernel/money.ts'

/** The sum paid without the tip, and its cashback. */
export type CountedAmounts = { paidKobo: Kobo; cashbackKobo: Kobo }

/**
 * After a partial refund cashback shrinks in proportion, rounded half up to whole naira, since it may pay a part of an
 * online total (C47, D38). `refundedKobo` is without the tip.
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
