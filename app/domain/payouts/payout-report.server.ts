import { csvOf } from '#app/kernel/csv.ts'
import { nairaDecimal } from '#app/kernel/money.ts'
import type { PayoutDay } from './payout-day-repository.server.ts'

export type PayoutTotals = Omit<PayoutDay, 'date'> & { dueKobo: number }

/** Takings less refunds, and the staff's tips. Cashback moves no money: it is the shop's own. */
export function dueOf({ earnedKobo, returnedKobo, tipsKobo }: Omit<PayoutDay, 'date'>): number {
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
	return { ...totals, dueKobo: dueOf(totals) }
}

/** With sums in the last line. Amounts are naira with two decimals. */
export function payoutsCsv(days: readonly PayoutDay[]): string {
	const line = (date: string, row: Omit<PayoutDay, 'date'>) => [
		date,
		...[row.earnedKobo, row.returnedKobo, row.tipsKobo, dueOf(row)].map(nairaDecimal),
		...[row.cashbackGivenKobo, row.cashbackSpentKobo].map(nairaDecimal),
	]
	return csvOf([
		['Date', 'Takings', 'Given back', 'Tips', 'Due', 'Cashback given', 'Cashback spent'],
		...days.map((day) => line(day.date, day)),
		line('Total', payoutTotals(days)),
	])
}
