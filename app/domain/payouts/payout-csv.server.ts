import { csvOf } from '#app/kernel/csv.ts'
import { nairaDecimal } from '#app/kernel/money.ts'
import { civilAt, type ZoneName } from '#app/kernel/zone.server.ts'
import { dueLineWords, type NamedDue } from './due-list.ts'
import { netOf, type PayoutShare, sumOf } from './payout-share.ts'
import type { StatedItem, StatedPayout } from './payout-statement-repository.server.ts'
import { payoutReasonWords, payoutStatusWords } from './payout-words.ts'

const amountNames = ['Earned', 'Tip', 'Commission', 'Payment fee', 'Yours']

/**
 * A line for each booking and plan, sums, fee, the sent amount and its account. Amounts are naira with two decimals;
 * the shop's debts are negative.
 */
export function payoutCsv(payout: StatedPayout, items: readonly StatedItem[], zone: ZoneName): string {
	const empty = ['', '', '', '']
	return csvOf([
		['Date', 'Booking or plan', 'Why', ...amountNames],
		...items.map((item) => [
			civilAt(zone, item.dueAt).date,
			item.name,
			payoutReasonWords(item.reason, item),
			...amounts(item),
		]),
		['Total', '', '', ...amounts(sumOf(items))],
		['Transfer fee', '', '', ...empty, nairaDecimal(-payout.transferFeeKobo)],
		['Sent', '', '', ...empty, nairaDecimal(payout.amountKobo)],
		['Status', payoutStatusWords[payout.status].label, civilAt(zone, payout.changedAt).date],
		['Account', `${payout.bankName}, account ending in ${payout.lastDigits}`, payout.holderName],
		['Reference', payout.reference],
	])
}

/** What is not paid out yet, a line for each booking and plan. */
export function duesCsv(dues: readonly NamedDue[], zone: ZoneName): string {
	return csvOf([
		['State', 'Date', 'Booking or plan', 'Why', ...amountNames],
		...dues.map((due) => {
			const { label, at, why } = dueLineWords(due)
			return [label, at === null ? '' : civilAt(zone, at).date, due.payment.name, why, ...amounts(due.share)]
		}),
	])
}

function amounts(share: PayoutShare): string[] {
	const { earnedKobo, tipKobo, commissionKobo, paymentFeeKobo } = share
	return [earnedKobo, tipKobo, -commissionKobo, -paymentFeeKobo, netOf(share)].map((kobo) =>
		nairaDecimal(kobo === 0 ? 0 : kobo),
	)
}
