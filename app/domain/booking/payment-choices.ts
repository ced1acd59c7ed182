import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary/booking.ts'
import { type AdvanceRule, amountDueNow, asksForDeposit, depositFor, mustPrepay } from './deposit.ts'

/**
 * The ways to pay that a draft can be booked with, in the order of the page. A shop that asks for something in
 * advance is paid online, if paying online is offered at all. A transfer needs the shop's account (D26).
 */
export function offeredPaymentChoices(offer: {
	rule: AdvanceRule
	noShowCount: number
	hasBankAccount: boolean
	/** The rest to pay of the draft after cashback. With nothing due in advance, every way to pay is offered. */
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
