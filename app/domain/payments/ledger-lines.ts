import type { Kobo } from '#app/kernel/money.ts'
import { HELD_BY_PROVIDER, type LedgerAccountKind, PROVIDER_FEES } from '#app/kernel/vocabulary/payments.ts'

/** One side of an entry: debits positive, credits negative. An entry's lines sum to zero. */
export type LedgerLine = {
	/** The shop of a shop's account, the payment's reference for a customer's money, '' for our own. */
	account: { kind: LedgerAccountKind; owner: string; currency: string }
	amountKobo: Kobo
}

/** `amountKobo` includes the tip. */
export type EarnedPayment = {
	paymentReference: string
	currency: string
	shopId: string
	amountKobo: Kobo
	tipKobo: Kobo
}

/**
 * `paidKobo` left the customer, `feeKobo` of it stayed with the provider, and we owe `owedKobo`. A fee that the payer
 * bore on top lowers our expense.
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

/** A payment became a booking: it is the shop's, and its tip the staff's. */
export function earnedLines(payment: EarnedPayment): LedgerLine[] {
	const { paymentReference, currency, shopId, amountKobo, tipKobo } = payment
	return withoutZeros([
		{ account: { kind: 'customer_money', owner: paymentReference, currency }, amountKobo },
		{ account: { kind: 'shop_due', owner: shopId, currency }, amountKobo: tipKobo - amountKobo },
		{ account: { kind: 'staff_tips', owner: shopId, currency }, amountKobo: -tipKobo },
	])
}

/** The exact reverse of `earnedLines`. */
export function reversedLines(payment: EarnedPayment): LedgerLine[] {
	return earnedLines(payment).map(({ account, amountKobo }) => ({ account, amountKobo: -amountKobo }))
}

/** A refund arrived. The provider keeps its fee, so our balance there can fall below zero. */
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

/** The database refuses a line of zero. */
function withoutZeros(lines: LedgerLine[]): LedgerLine[] {
	return lines.filter(({ amountKobo }) => amountKobo !== 0)
}
