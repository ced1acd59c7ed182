import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary.ts'
import { type AdvanceRule, amountDueNow, asksForDeposit, depositFor, mustPrepay } from './deposit.ts'

/**
 * The ways to pay that a visit can be booked with, in the order of the page. A shop that asks for something in advance is
 * paid online, where that is possible at all; a transfer needs the shop's account (decision D26).
 */
export function offeredPaymentChoices(offer: {
	rule: AdvanceRule
	noShowCount: number
	hasBankAccount: boolean
	/** What the visit costs. Where nothing of it would be due in advance, it can be paid in every way. */
	totalKobo: Kobo
	isOnlineOffered: boolean
}): PaymentChoice[] {
	const { rule, noShowCount, hasBankAccount, totalKobo, isOnlineOffered } = offer
	const isAskedFor = asksForDeposit(rule) || mustPrepay(rule, noShowCount)
	const isPrepaid = isAskedFor && amountDueNow(depositFor(rule, noShowCount), totalKobo) > 0
	if (isOnlineOffered && isPrepaid) return ['online']
	return [
		'cash',
		...(hasBankAccount ? (['transfer'] as const) : []),
		'pos',
		...(isOnlineOffered ? (['online'] as const) : []),
	]
}
