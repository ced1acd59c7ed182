import type { Kobo } from '#app/kernel/money.ts'
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
	/** What the visit costs: of nothing, nothing is paid in advance. */
	totalKobo: Kobo
	isOnlineOffered: boolean
}): PaymentChoice[] {
	const { rule, noShowCount, hasBankAccount, totalKobo, isOnlineOffered } = offer
	const isPrepaid = totalKobo > 0 && (asksForDeposit(rule) || mustPrepay(rule, noShowCount))
	if (isOnlineOffered && isPrepaid) return ['online']
	return [
		'cash',
		...(hasBankAccount ? (['transfer'] as const) : []),
		'pos',
		...(isOnlineOffered ? (['online'] as const) : []),
	]
}
