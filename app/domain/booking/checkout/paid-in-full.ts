import type { Kobo } from '#app/kernel/money.ts'

type Sums = { totalKobo: Kobo; paidKobo: Kobo; cashbackKobo: Kobo; paidAtShopKobo?: Kobo }

/** Whether nothing of a visit's total is left to pay. A free visit is never paid: there is nothing to pay of it. */
export function isPaidInFull({ totalKobo, paidKobo, cashbackKobo, paidAtShopKobo = 0 }: Sums): boolean {
	return totalKobo > 0 && paidKobo + cashbackKobo + paidAtShopKobo >= totalKobo
}
