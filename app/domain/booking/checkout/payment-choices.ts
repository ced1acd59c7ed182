import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentChoice } from '#app/kernel/vocabulary/booking.ts'
import { amountDueNow, asksForDeposit, type DepositRule } from './deposit.ts'

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
