import type { Kobo } from '#app/kernel/money.ts'
import { HELD_BY_PROVIDER, type LedgerAccountKind, PROVIDER_FEES } from '#app/kernel/vocabulary/payments.ts'

/** One side of an entry in the double-entry ledger: debits above zero, credits below. An entry's lines sum to zero. */
export type LedgerLine = {
	/** `owner`: the shop's id for what a shop is due, the payment's reference for a customer's money, '' for our own. */
	account: { kind: LedgerAccountKind; owner: string; currency: string }
	amountKobo: Kobo
}

/** What the customer is owed for, and the part of it that is a tip: all of it at most. */
export type EarnedPayment = {
	paymentReference: string
	currency: string
	shopId: string
	amountKobo: Kobo
	tipKobo: Kobo
}

/**
 * Money arrived at the provider: `paidKobo` left the customer, `feeKobo` of it stayed with the provider, and the
 * customer is owed for `owedKobo`. A fee that the customer bore on top lowers our expense.
 */
export function receivedLines(payment: {
	paymentReference: string
	currency: string
	owedKobo: Kobo
	paidKobo: Kobo
	feeKobo: Kobo
}): LedgerLine[] {
	const { paymentReference, currency, owedKobo, paidKobo, feeKobo } = payment
	return withoutZeros([
		{ account: { kind: HELD_BY_PROVIDER, owner: '', currency }, amountKobo: paidKobo - feeKobo },
		{
			account: { kind: PROVIDER_FEES, owner: '', currency },
			amountKobo: feeKobo - (paidKobo - owedKobo),
		},
		{ account: { kind: 'customer_money', owner: paymentReference, currency }, amountKobo: -owedKobo },
	])
}

/** A payment became a booking: from now on it is the shop's, and its tip the staff's. */
export function earnedLines(payment: EarnedPayment): LedgerLine[] {
	const { paymentReference, currency, shopId, amountKobo, tipKobo } = payment
	return withoutZeros([
		{ account: { kind: 'customer_money', owner: paymentReference, currency }, amountKobo },
		{ account: { kind: 'shop_due', owner: shopId, currency }, amountKobo: tipKobo - amountKobo },
		{ account: { kind: 'staff_tips', owner: shopId, currency }, amountKobo: -tipKobo },
	])
}

/** A booking is given back: the exact reverse of `earnedLines`. */
export function reversedLines(payment: EarnedPayment): LedgerLine[] {
	return earnedLines(payment).map(({ account, amountKobo }) => ({ account, amountKobo: -amountKobo }))
}

/** A refund arrived at the customer. The provider keeps its fee, so what it holds for us can fall below zero. */
export function refundedLines(refund: {
	paymentReference: string
	currency: string
	amountKobo: Kobo
}): LedgerLine[] {
	const { paymentReference, currency, amountKobo } = refund
	return [
		{ account: { kind: 'customer_money', owner: paymentReference, currency }, amountKobo },
		{ account: { kind: HELD_BY_PROVIDER, owner: '', currency }, amountKobo: -amountKobo },
	]
}

/** The database takes no line that moves nothing. */
function withoutZeros(lines: LedgerLine[]): LedgerLine[] {
	return lines.filter(({ amountKobo }) => amountKobo !== 0)
}
