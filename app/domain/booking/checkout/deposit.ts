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

/** What decides how a customer may pay a shop. */
export type PaymentOffer = {
	/** Of this customer: `depositFor` and `mustPrepay` give both. */
	deposit: DepositRule
	mustPrepay: boolean
	hasBankAccount: boolean
	/** The least that is asked for online; null where paying online is not set up. */
	onlineMinimumKobo: Kobo | null
}

/**
 * The ways to pay that a draft can be booked with, in the order of the page. A shop that asks for something in
 * advance is paid online. Where less would be due than can be paid online, nothing is asked in advance (D69). A
 * transfer needs the shop's account (D26). The page runs this function too.
 */
export function offeredPaymentChoices(
	{ deposit, mustPrepay, hasBankAccount, onlineMinimumKobo }: PaymentOffer,
	/** The rest to pay of the draft after cashback. */
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

/** Whether an amount can be paid online: the gateway takes no less than the minimum; null where it takes nothing. */
export function isPayableOnline(dueKobo: Kobo, onlineMinimumKobo: Kobo | null): boolean {
	return onlineMinimumKobo !== null && dueKobo > 0 && dueKobo >= onlineMinimumKobo
}
