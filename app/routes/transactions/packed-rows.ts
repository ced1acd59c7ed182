import type { TransactionRowView } from '#app/ui/account/transaction-row.tsx'

type Packed = [
	name: string,
	icon: TransactionRowView['icon'],
	description: string,
	when: string,
	referenceNumber: string | null,
	amount: string,
	isIncoming: 0 | 1,
	status: string,
]

/**
 * The rows as one text for the browser's router. Remix numbers each value of a loader by itself: as values the rows
 * would cost a page as many bytes again as their markup does (P1).
 */
export function packRows(rows: readonly TransactionRowView[]): string {
	return JSON.stringify(
		rows.map(
			(row): Packed => [
				row.name,
				row.icon,
				row.description,
				row.when,
				row.referenceNumber,
				row.amount,
				row.isIncoming ? 1 : 0,
				row.status,
			],
		),
	)
}

export function unpackRows(text: string): TransactionRowView[] {
	const packed: Packed[] = JSON.parse(text)
	return packed.map(([name, icon, description, when, referenceNumber, amount, isIncoming, status]) => ({
		name,
		icon,
		description,
		when,
		referenceNumber,
		amount,
		isIncoming: isIncoming === 1,
		status,
	}))
}
