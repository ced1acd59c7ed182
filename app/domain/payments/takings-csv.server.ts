import { timeText } from '#app/kernel/civil.ts'
import { formatCsv } from '#app/kernel/csv.ts'
import { nairaDecimal } from '#app/kernel/money.ts'
import { civilAt, type ZoneName } from '#app/kernel/zone.server.ts'
import { type TakingsFileLine, type TakingsItem, takingsWayWords } from './takings.ts'

const itemWords: Record<TakingsItem, string> = { service: 'Service', add_on: 'Add-on', plan: 'Plan' }

const sums = ['discountKobo', 'amountKobo', 'tipKobo'] as const

/**
 * A line for each payment or refund and each of its items, on the shop's clock; sums in the last line. Amounts are
 * naira with two decimals, refunds negative.
 */
export function takingsCsv(lines: readonly TakingsFileLine[], zone: ZoneName): string {
	const total = { discountKobo: 0, amountKobo: 0, tipKobo: 0 }
	for (const line of lines) for (const sum of sums) total[sum] += line[sum]
	const amounts = ({ discountKobo, amountKobo, tipKobo }: typeof total) =>
		[discountKobo, amountKobo, tipKobo, amountKobo + tipKobo].map(nairaDecimal)
	return formatCsv([
		[
			'Date',
			'Time',
			'Reference',
			'Customer',
			'Paid',
			'Kind',
			'Name',
			'Person',
			'Discount',
			'Amount',
			'Tip',
			'Total',
		],
		...lines.map(({ at, referenceNumber, customer, way, item, itemName, person, ...sums }) => {
			const { date, minute } = civilAt(zone, at)
			return [
				...[date, timeText(minute), referenceNumber, customer],
				...[takingsWayWords[way], itemWords[item], itemName, person?.name ?? ''],
				...amounts(sums),
			]
		}),
		['Total', '', '', '', '', '', '', '', ...amounts(total)],
	])
}
