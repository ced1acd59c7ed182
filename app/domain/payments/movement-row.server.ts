import { recentTransactionLabelAt, transactionLabelAt } from '#app/kernel/date-labels.server.ts'
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
