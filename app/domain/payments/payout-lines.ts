import type { Kobo } from '#app/kernel/money.ts'
import { HELD_BY_PROVIDER, type LedgerAccountKind } from '#app/kernel/vocabulary/payments.ts'
import { BY_TRANSFER, type PayoutWay } from '#app/kernel/vocabulary/payouts.ts'
import type { LedgerLine } from './ledger-lines.ts'

/** `grossKobo`: with tips, before commission and fees. */
export type LedgerPayout = {
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
	return linesOf(currency, [
		['shop_paid', shopId, payout.grossKobo],
		['commission', '', -payout.commissionKobo],
		['payment_fee', '', -payout.paymentFeeKobo],
		['transfer_fee', '', -payout.transferFeeKobo],
		['payout_pending', shopId, -payout.amountKobo],
	])
}

/** It failed: the exact reverse. */
export function voidedPayoutLines(payout: LedgerPayout): LedgerLine[] {
	return reverse(writtenPayoutLines(payout))
}

/** Its money left the provider's balance, as did its fee, or the operator's bank. */
export function sentPayoutLines(payout: LedgerPayout & { chargedFeeKobo: Kobo }): LedgerLine[] {
	const { shopId, currency, amountKobo, chargedFeeKobo } = payout
	return linesOf(currency, [
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
	return linesOf(currency, [
		['operator_bank', '', amountKobo],
		[HELD_BY_PROVIDER, '', -amountKobo],
	])
}

function linesOf(currency: string, lines: readonly [LedgerAccountKind, string, Kobo][]): LedgerLine[] {
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
