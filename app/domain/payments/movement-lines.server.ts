import { timeText } from '#app/kernel/civil.ts'
import { formatCsv } from '#app/kernel/csv.ts'
import { recentTransactionLabelAt, transactionLabelAt } from '#app/kernel/date-labels.server.ts'
import { nairaDecimal } from '#app/kernel/money.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { type Movement, movementName } from './movement.ts'
import { movementAmount, movementDescription, movementWords } from './movement-words.ts'

/** In the wallet. */
export const RECENT_MOVEMENTS = 5

/** 'recent' leaves out the year. */
export function movementRow(movement: Movement, length: 'full' | 'recent' = 'full') {
	const { direction, icon, status } = movementWords[movement.kind]
	const labelAt = length === 'full' ? transactionLabelAt : recentTransactionLabelAt
	return {
		name: movementName(movement),
		icon,
		description: movementDescription(movement),
		when: labelAt(movement.timeZone, movement.at),
		referenceNumber: movement.referenceNumber,
		amount: movementAmount(movement),
		isIncoming: direction === 'in',
		status: status(movement),
	}
}

/** The newest ones. */
export const MAX_CSV_MOVEMENTS = 5_000

const header = [
	...['Date', 'Time', 'Description', 'Shop', 'Reference', 'Payment reference'],
	...['Money out', 'Money in', 'Currency', 'Status'],
]

/** Money out and in have a column each, so that no amount has a sign. The last line of a cut file says so. */
export function movementsCsv(movements: readonly Movement[]): string {
	const rows = movements.slice(0, MAX_CSV_MOVEMENTS).map(csvRow)
	const isCut = movements.length > MAX_CSV_MOVEMENTS
	return formatCsv([header, ...rows, ...(isCut ? [[cutNote]] : [])])
}

const cutNote = `Only the newest ${MAX_CSV_MOVEMENTS} transactions are here. Choose an earlier end date for the others.`

function csvRow(movement: Movement): string[] {
	const { direction, status } = movementWords[movement.kind]
	const { date, minute } = civilAt(movement.timeZone, movement.at)
	const amount = movement.amountKobo === 0 ? '' : nairaDecimal(movement.amountKobo)
	return [
		date,
		timeText(minute),
		movementDescription(movement),
		movement.shopName,
		movement.referenceNumber ?? '',
		movement.paymentReference ?? '',
		direction === 'out' ? amount : '',
		direction === 'in' ? amount : '',
		amount === '' ? '' : movement.currency,
		// A kept sum is in neither column: it went out with the payment.
		direction === 'none' && amount !== '' ? `${status(movement)}: ${amount}` : status(movement),
	]
}
