import { type Kobo, percentOf } from '#app/kernel/money.ts'
import type { DepositKind } from '#app/kernel/vocabulary.ts'

/** What a shop asks for in advance; its columns, read here and nowhere else (spec 3, "A rule that a shop may want otherwise"). */
export type AdvanceRule = {
	depositKind: DepositKind
	/** Percent, or kobo. */
	depositValue: number
	/** From how many missed visits on a customer pays all in advance; null: nobody has to. */
	prepaidFromNoShows: number | null
}

/** Whether this customer has to pay all in advance. */
export function mustPrepay(rule: AdvanceRule, noShowCount: number): boolean {
	return rule.prepaidFromNoShows !== null && noShowCount >= rule.prepaidFromNoShows
}

/** Whether a visit to this shop is only booked with something paid online. */
export function asksForDeposit(rule: AdvanceRule): boolean {
	return rule.depositKind !== 'none' && rule.depositValue > 0
}

/** What an online payment takes now: the shop's deposit, rounded to the whole naira, never more than the total; else all. */
export function amountDueNow(rule: AdvanceRule, totalKobo: Kobo, noShowCount: number): Kobo {
	if (!asksForDeposit(rule) || mustPrepay(rule, noShowCount)) return totalKobo
	const deposit = rule.depositKind === 'percent' ? percentOf(totalKobo, rule.depositValue) : rule.depositValue
	return Math.min(totalKobo, deposit)
}
