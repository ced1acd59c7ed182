import { formatCsv } from '#app/kernel/csv.ts'
import { nairaDecimal } from '#app/kernel/money.ts'
import { civilAt, type ZoneName } from '#app/kernel/zone.server.ts'
import { dueLineWords, type NamedDue } from './due-list.ts'
import { netAmount, type PayoutShare, sumShares } from './payout-share.ts'
import type { PayoutDay, StatedItem, StatedPayout } from './payout-statement-repository.server.ts'
import { payoutReasonWords, payoutStatusWords } from './payout-words.ts'

const amountNames = ['Earned', 'Tip', 'Commission', 'Payment fee', 'Yours']

/**
 * A line for each booking and plan, sums, fee, the sent amount and its account. Amounts are naira with two decimals;
 * the shop's debts are negative.
 */
export function payoutCsv(payout: StatedPayout, items: readonly StatedItem[], zone: ZoneName): string {
	const empty = ['', '', '', '']
	return formatCsv([
		['Date', 'Booking or plan', 'Why', ...amountNames],
		...items.map((item) => [
			civilAt(zone, item.dueAt).date,
			item.name,
			payoutReasonWords(item.reason, item),
			...amounts(item),
		]),
		['Total', '', '', ...amounts(sumShares(items))],
		['Transfer fee', '', '', ...empty, nairaDecimal(-payout.transferFeeKobo)],
		['Sent', '', '', ...empty, nairaDecimal(payout.amountKobo)],
		['Status', payoutStatusWords[payout.status].label, civilAt(zone, payout.changedAt).date],
		['Account', `${payout.bankName}, account ending in ${payout.lastDigits}`, payout.holderName],
		['Reference', payout.reference],
	])
}

/** What is not paid out yet, a line for each booking and plan. */
export function duesCsv(dues: readonly NamedDue[], zone: ZoneName): string {
	return formatCsv([
		['State', 'Date', 'Booking or plan', 'Why', ...amountNames],
		...dues.map((due) => {
			const { label, at, why } = dueLineWords(due)
			return [label, at === null ? '' : civilAt(zone, at).date, due.payment.name, why, ...amounts(due.share)]
		}),
	])
}

function amounts(share: PayoutShare): string[] {
	const { earnedKobo, tipKobo, commissionKobo, paymentFeeKobo } = share
	return [earnedKobo, tipKobo, -commissionKobo, -paymentFeeKobo, netAmount(share)].map((kobo) =>
		nairaDecimal(kobo === 0 ? 0 : kobo),
	)
}

type PayoutTotals = Omit<PayoutDay, 'date'> & { dueKobo: number }

/** Takings less refunds, and the staff's tips. Cashback moves no money: it is the shop's own. */
export function dueOnDay({ earnedKobo, returnedKobo, tipsKobo }: Omit<PayoutDay, 'date'>): number {
	return earnedKobo - returnedKobo + tipsKobo
}

export function payoutTotals(days: readonly PayoutDay[]): PayoutTotals {
	const sum = (key: keyof Omit<PayoutDay, 'date'>) => days.reduce((total, day) => total + day[key], 0)
	const totals = {
		earnedKobo: sum('earnedKobo'),
		returnedKobo: sum('returnedKobo'),
		tipsKobo: sum('tipsKobo'),
		cashbackGivenKobo: sum('cashbackGivenKobo'),
		cashbackSpentKobo: sum('cashbackSpentKobo'),
	}
	return { ...totals, dueKobo: dueOnDay(totals) }
}

/** With sums in the last line. Amounts are naira with two decimals. */
export function payoutsCsv(days: readonly PayoutDay[]): string {
	const line = (date: string, row: Omit<PayoutDay, 'date'>) => [
		date,
		...[row.earnedKobo, row.returnedKobo, row.tipsKobo, dueOnDay(row)].map(nairaDecimal),
		...[row.cashbackGivenKobo, row.cashbackSpentKobo].map(nairaDecimal),
	]
	return formatCsv([
		['Date', 'Takings', 'Given back', 'Tips', 'Due', 'Cashback given', 'Cashback spent'],
		...days.map((day) => line(day.date, day)),
		line('Total', payoutTotals(days)),
	])
}
