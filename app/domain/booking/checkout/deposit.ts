import { type Kobo, percentOf } from '#app/kernel/money.ts'
import type { DepositKind } from '#app/kernel/vocabulary/discovery.ts'

export type DepositRule = {
	depositKind: DepositKind
	/** Percent or kobo, by `depositKind`. */
	depositValue: number
}

/** What a shop asks for in advance (C56). Only this file interprets these columns. */
export type AdvanceRule = DepositRule & {
	/** The number of no-shows from which a customer pays all in advance; null: never. */
	prepayAfterNoShows: number | null
}

/** Whether this customer has to pay all in advance. */
export function mustPrepay(rule: AdvanceRule, noShowCount: number): boolean {
	return rule.prepayAfterNoShows !== null && noShowCount >= rule.prepayAfterNoShows
}

/** Whether a shop asks every customer for a deposit. */
export function asksForDeposit(rule: DepositRule): boolean {
	return rule.depositKind !== 'none' && rule.depositValue > 0
}

/**
 * What an online payment takes now, in kobo. With a deposit: the deposit, rounded to whole naira and at most the total.
 * Without a deposit: the total. The page runs this function too, to keep the amount on its button true.
 */
export function amountDueNow(rule: DepositRule, totalKobo: Kobo): Kobo {
	if (!asksForDeposit(rule)) return totalKobo
	const deposit = rule.depositKind === 'percent' ? percentOf(totalKobo, rule.depositValue) : rule.depositValue
	return Math.min(totalKobo, deposit)
}

/** The deposit rule for one customer. A customer who must prepay has no deposit to choose. */
export function depositFor(rule: AdvanceRule, noShowCount: number): DepositRule {
	const { depositKind, depositValue } = rule
	return { depositKind: mustPrepay(rule, noShowCount) ? 'none' : depositKind, depositValue }
}
