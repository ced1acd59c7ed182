import type { Kobo } from '#app/kernel/money.ts'
import { HELD_BY_PROVIDER, type LedgerAccountKind } from '#app/kernel/vocabulary/payments.ts'
import { BY_TRANSFER, type PayoutWay } from '#app/kernel/vocabulary/payouts.ts'
import type { LedgerLine } from './ledger-lines.ts'

/** What the ledger is told of a payout. `grossKobo`: with tips, before what the shop bears. */
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

/** A payout is on its way: its rows are settled, by commission and fees and by money that is still ours to send. */
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

/** It came to nothing: the exact reverse. */
export function voidedPayoutLines(payout: LedgerPayout): LedgerLine[] {
	return reverse(writtenPayoutLines(payout))
}

/** Its money has left: the provider's balance, which its fee left too, or the operator's bank. */
export function sentPayoutLines(payout: LedgerPayout & { chargedFeeKobo: Kobo }): LedgerLine[] {
	const { shopId, currency, amountKobo, chargedFeeKobo } = payout
	return linesOf(currency, [
		['payout_pending', shopId, amountKobo],
		['transfer_fee', '', chargedFeeKobo],
		[payout.way === BY_TRANSFER ? HELD_BY_PROVIDER : 'operator_bank', '', -(amountKobo + chargedFeeKobo)],
	])
}

/** Money that had left came back, without the fee for sending it: its rows are due again. */
export function returnedPayoutLines(payout: LedgerPayout): LedgerLine[] {
	return merged([...reverse(sentPayoutLines({ ...payout, chargedFeeKobo: 0 })), ...voidedPayoutLines(payout)])
}

/** The provider settled money of its balance to the operator's own bank; below zero: they added to it. */
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

/** One line for each account: what came and went there again moves nothing. */
function merged(lines: readonly LedgerLine[]): LedgerLine[] {
	const sums = new Map<string, LedgerLine>()
	for (const { account, amountKobo } of lines) {
		const name = `${account.kind}:${account.owner}:${account.currency}`
		sums.set(name, { account, amountKobo: amountKobo + (sums.get(name)?.amountKobo ?? 0) })
	}
	return [...sums.values()].filter(({ amountKobo }) => amountKobo !== 0)
}
