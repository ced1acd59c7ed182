import type { Kobo } from '#app/kernel/money.ts'
import { HELD_BY_PROVIDER, type LedgerAccountKind, PROVIDER_FEES } from '#app/kernel/vocabulary/payments.ts'
import { BY_TRANSFER, type PayoutWay } from '#app/kernel/vocabulary/payouts.ts'

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

/** `grossKobo`: with tips, before commission and fees. */
type LedgerPayout = {
	shopId: string
	way: PayoutWay
	currency: string
	grossKobo: Kobo
	commissionKobo: Kobo
	paymentFeeKobo: Kobo
	transferFeeKobo: Kobo
	amountKobo: Kobo
}

/** A payout is on its way: its rows are settled. */
export function writtenPayoutLines(payout: LedgerPayout): LedgerLine[] {
	const { shopId, currency } = payout
	return toLedgerLines(currency, [
		['shop_paid', shopId, payout.grossKobo],
		['commission', '', -payout.commissionKobo],
		['payment_fee', '', -payout.paymentFeeKobo],
		['transfer_fee', '', -payout.transferFeeKobo],
		['payout_pending', shopId, -payout.amountKobo],
	])
}

/** A payout failed: the exact reverse of `writtenPayoutLines`. */
export function voidedPayoutLines(payout: LedgerPayout): LedgerLine[] {
	return reverse(writtenPayoutLines(payout))
}

/** A payout's money left the provider's balance, with the fee, or the operator's bank. */
export function sentPayoutLines(payout: LedgerPayout & { chargedFeeKobo: Kobo }): LedgerLine[] {
	const { shopId, currency, amountKobo, chargedFeeKobo } = payout
	return toLedgerLines(currency, [
		['payout_pending', shopId, amountKobo],
		['transfer_fee', '', chargedFeeKobo],
		[payout.way === BY_TRANSFER ? HELD_BY_PROVIDER : 'operator_bank', '', -(amountKobo + chargedFeeKobo)],
	])
}

/** Sent money was returned, without its fee: the rows are due again. */
export function returnedPayoutLines(payout: LedgerPayout): LedgerLine[] {
	return merged([...reverse(sentPayoutLines({ ...payout, chargedFeeKobo: 0 })), ...voidedPayoutLines(payout)])
}

/** The provider settled money to the operator's own bank; negative: the operator added to the balance. */
export function settledLines(amountKobo: Kobo, currency: string): LedgerLine[] {
	return toLedgerLines(currency, [
		['operator_bank', '', amountKobo],
		[HELD_BY_PROVIDER, '', -amountKobo],
	])
}

function toLedgerLines(currency: string, lines: readonly [LedgerAccountKind, string, Kobo][]): LedgerLine[] {
	return lines
		.filter(([, , amountKobo]) => amountKobo !== 0)
		.map(([kind, owner, amountKobo]) => ({ account: { kind, owner, currency }, amountKobo }))
}

function reverse(lines: readonly LedgerLine[]): LedgerLine[] {
	return lines.map(({ account, amountKobo }) => ({ account, amountKobo: -amountKobo }))
}

/** One line for each account; a sum of zero moves nothing. */
function merged(lines: readonly LedgerLine[]): LedgerLine[] {
	const sums = new Map<string, LedgerLine>()
	for (const { account, amountKobo } of lines) {
		const name = `${account.kind}:${account.owner}:${account.currency}`
		sums.set(name, { account, amountKobo: amountKobo + (sums.get(name)?.amountKobo ?? 0) })
	}
	return [...sums.values()].filter(({ amountKobo }) => amountKobo !== 0)
}
