import { type BenchTable, milliseconds, times } from './bench-table.ts'
import { atMost, type BenchResult, worstOf } from './goal.ts'
import { limits } from './limits.ts'

/** The measurements of a database of one size, by the name of the page. */
export type GrowthColumn = {
	shops: number
	appointments: number
	minimum: ReadonlyMap<string, number>
	bytes: ReadonlyMap<string, number>
}
type GrowthRow = { name: string; ratios: number[] }

/** The table of P13 with its goal; sizes go up. */
export function growthResult(
	columns: GrowthColumn[],
	{ rounds, bookings }: { rounds: number; bookings: number },
): BenchResult {
	const rows = growthRows(columns)
	const table: BenchTable = {
		title: 'Growth (P13)',
		text: `the least latency of ${rounds} requests (${bookings} bookings) on ${columns.length} databases, in turns. Up to half of the appointments are in the one calendar that is shown.`,
		columns: [
			'What',
			...columns.map(({ shops, appointments }) => `${shops} shops, ${appointments} appointments`),
			'Ratios',
			'Bytes',
		],
		rows: rows.map(({ name, ratios }) => [
			name,
			...columns.map(({ minimum }) => milliseconds(minimum.get(name) ?? Number.NaN)),
			ratios.map(times).join(', '),
			columns.flatMap(({ bytes }) => bytes.get(name) ?? []).join(', '),
		]),
	}
	const most = ({ ratios }: GrowthRow) => Math.max(...ratios)
	const worst = worstOf(rows, most)
	const largest = columns.at(-1)
	return {
		tables: [table],
		goals: [
			atMost({
				id: 'P13',
				what: `growth to ${largest?.shops.toLocaleString('en')} shops and ${largest?.appointments.toLocaleString('en')} appointments`,
				limit: limits.P13.growth,
				value: most(worst),
				show: times,
				note: worst.name,
			}),
		],
	}
}

export function growthRows(columns: GrowthColumn[]): GrowthRow[] {
	const largest = columns.at(-1)
	const names = [...(largest?.minimum.keys() ?? [])]
	return names.map((name) => {
		const [measure, ...larger] = columns.filter((column) => isFull(column, name, largest))
		const least = (column: GrowthColumn | undefined) => column?.minimum.get(name) ?? Number.NaN
		return { name, ratios: larger.map((column) => least(column) / least(measure)) }
	})
}

/** Names and prices change a page's size by less than 3 percent, a missing card by more. */
function isFull({ bytes }: GrowthColumn, name: string, largest: GrowthColumn | undefined): boolean {
	const all = largest?.bytes.get(name)
	return all === undefined || (bytes.get(name) ?? 0) > 0.97 * all
}
