import type { CivilDate } from '#app/kernel/civil.ts'
import { csvOf } from '#app/kernel/csv.ts'
import { nairaDecimal } from '#app/kernel/money.ts'
import { type TakingsItem, type TakingsPart, takingsWayWords } from './takings.ts'

const itemWords: Record<TakingsItem, string> = { service: 'Service', add_on: 'Add-on', plan: 'Plan' }

/**
 * The takings as a CSV file: a line for each day, way to pay, service and person, and the sums in the last line.
 * Amounts are naira with two decimals; what went back is below zero.
 */
export function takingsCsv(parts: readonly (TakingsPart & { date: CivilDate })[]): string {
	const lines = new Map<string, { cells: string[]; amountKobo: number; tipKobo: number }>()
	const total = { amountKobo: 0, tipKobo: 0 }
	for (const { date, way, item, itemId, itemName, person, amountKobo, tipKobo } of parts) {
		const key = JSON.stringify([date, way, item, itemId, person?.id])
		const cells = [date, takingsWayWords[way], itemWords[item], itemName, person?.name ?? '']
		const line = lines.get(key) ?? { cells, amountKobo: 0, tipKobo: 0 }
		lines.set(key, line)
		for (const sums of [line, total]) {
			sums.amountKobo += amountKobo
			sums.tipKobo += tipKobo
		}
	}
	const amounts = ({ amountKobo, tipKobo }: typeof total) =>
		[amountKobo, tipKobo, amountKobo + tipKobo].map(nairaDecimal)
	return csvOf([
		['Date', 'Paid', 'Kind', 'Name', 'Person', 'Amount', 'Tip', 'Total'],
		...[...lines.values()].map(({ cells, ...sums }) => [...cells, ...amounts(sums)]),
		['Total', '', '', '', '', ...amounts(total)],
	])
}
