import { type Kobo, percentOf } from '#app/kernel/money.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary/booking.ts'
import type { DepositKind } from '#app/kernel/vocabulary/discovery.ts'

export type DepositRule = {
	depositKind: DepositKind
	/** Percent or kobo, by `depositKind`. */
	depositValue: number
}

/** What a shop asks for in advance (C56). Only this file interprets these columns. */
export type AdvanceRule = DepositRule & {
	/** From this number of no-shows on a customer pays all in advance; null: never. */
	prepayAfterNoShows: number | null
}

export function mustPrepay(rule: AdvanceRule, noShowCount: number): boolean {
	return rule.prepayAfterNoShows !== null && noShowCount >= rule.prepayAfterNoShows
}

export function asksForDeposit(rule: DepositRule): boolean {
	return rule.depositKind !== 'none' && rule.depositValue > 0
}

/**
 * What an online payment takes now: the deposit, rounded to whole naira and at most the total, else the total. The page
 * uses it too, for its button.
 */
export function amountDueNow(rule: DepositRule, totalKobo: Kobo): Kobo {
	if (!asksForDeposit(rule)) return totalKobo
	const deposit = rule.depositKind === 'percent' ? percentOf(totalKobo, rule.depositValue) : rule.depositValue
	return Math.min(totalKobo, deposit)
}

/** A customer who must prepay has no deposit. */
export function depositFor(rule: AdvanceRule, noShowCount: number): DepositRule {
	const { depositKind, depositValue } = rule
	return { depositKind: mustPrepay(rule, noShowCount) ? 'none' : depositKind, depositValue }
}

export type PaymentOffer = {
	/** For this customer, from `depositFor` and `mustPrepay`. */
	deposit: DepositRule
	mustPrepay: boolean
	hasBankAccount: boolean
	/** Null where paying online is not set up. */
	onlineMinimumKobo: Kobo | null
}

/**
 * The ways to pay for a draft, in the page's order. A shop that asks for something in advance is paid online, unless
 * the sum is too small for that (D69). A transfer needs the shop's account (D26). The page uses it too.
 */
export function offeredPaymentChoices(
	{ deposit, mustPrepay, hasBankAccount, onlineMinimumKobo }: PaymentOffer,
	/** The draft's rest after cashback. */
	toPayKobo: Kobo,
): PaymentChoice[] {
	const isOnlineOffered = isPayableOnline(amountDueNow(deposit, toPayKobo), onlineMinimumKobo)
	if (isOnlineOffered && (mustPrepay || asksForDeposit(deposit))) return ['online']
	return [
		'cash',
		...(hasBankAccount ? (['transfer'] as const) : []),
		'pos',
		...(isOnlineOffered ? (['online'] as const) : []),
	]
}

/** Whether the gateway takes the amount; a null minimum takes none. */
export function isPayableOnline(dueKobo: Kobo, onlineMinimumKobo: Kobo | null): boolean {
	return onlineMinimumKobo !== null && dueKobo > 0 && dueKobo >= onlineMinimumKobo
}
