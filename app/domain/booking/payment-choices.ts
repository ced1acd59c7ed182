import type { PaymentChoice } from '#app/kernel/vocabulary.ts'
import { type AdvanceRule, asksForDeposit, mustPrepay } from './deposit.ts'

/**
 * The ways to pay that a visit can be booked with, in the order of the page. A shop that asks for something in advance is
 * paid online, where that is possible at all; a transfer needs the shop's account (decision D26).
 */
export function offeredPaymentChoices(offer: {
	rule: AdvanceRule
	noShowCount: number
	hasBankAccount: boolean
	isOnlineOffered: boolean
}): PaymentChoice[] {
	const { rule, noShowCount, hasBankAccount, isOnlineOffered } = offer
	if (isOnlineOffered && (asksForDeposit(rule) || mustPrepay(rule, noShowCount))) return ['online']
	return [
		'cash',
		...(hasBankAccount ? (['transfer'] as const) : []),
		'pos',
		...(isOnlineOffered ? (['online'] as const) : []),
	]
}
