import { type Kobo, percentOf } from '#app/kernel/money.ts'
import type { DepositKind } from '#app/kernel/vocabulary.ts'

export type DepositRule = {
	depositKind: DepositKind
	/** Percent, or kobo. */
	depositValue: number
}

/** What a shop asks for in advance; its columns, read here and nowhere else (spec 3, "A rule that a shop may want otherwise"). */
export type AdvanceRule = DepositRule & {
	/** From how many missed visits on a customer pays all in advance; null: nobody has to. */
	prepaidFromNoShows: number | null
}

/** Whether this customer has to pay all in advance. */
export function mustPrepay(rule: AdvanceRule, noShowCount: number): boolean {
	return rule.prepaidFromNoShows !== null && noShowCount >= rule.prepaidFromNoShows
}

/** Whether a visit to this shop is only booked with something paid online. */
export function asksForDeposit(rule: DepositRule): boolean {
	return rule.depositKind !== 'none' && rule.depositValue > 0
}

/**
 * What an online payment takes now: the shop's deposit, rounded to the whole naira, never more than the total; else all.
 * Pure and small: the page runs it too, to keep its button true.
 */
export function amountDueNow(rule: DepositRule, totalKobo: Kobo): Kobo {
	if (!asksForDeposit(rule)) return totalKobo
	const deposit = rule.depositKind === 'percent' ? percentOf(totalKobo, rule.depositValue) : rule.depositValue
	return Math.min(totalKobo, deposit)
}

/** The deposit that this customer may pay instead of all. */
export function depositFor(rule: AdvanceRule, noShowCount: number): DepositRule {
	const { depositKind, depositValue } = rule
	return { depositKind: mustPrepay(rule, noShowCount) ? 'none' : depositKind, depositValue }
}
