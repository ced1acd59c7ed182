import { transactionLabelAt } from '#app/kernel/date-labels.server.ts'
import type { ReceiptMovement } from './movement.ts'
import { movementAmount, movementDescription, movementWords } from './movement-words.ts'

/** What the receipt of a movement says. `customerName` is the account's. */
export function receipt(movement: ReceiptMovement, customerName: string) {
	const { at, timeZone, bill, referenceNumber, paymentReference, shopName } = movement
	const { way, status, showsBill } = movementWords[movement.kind]
	const facts: [label: string, text: string | null][] = [
		['Date', transactionLabelAt(timeZone, at)],
		['How', way],
		['Customer', customerName],
		['Booking', referenceNumber],
		['Payment reference', paymentReference],
	]
	return {
		shopName,
		amount: movementAmount(movement),
		description: movementDescription(movement),
		status: status(movement),
		facts: facts.flatMap(([label, text]) => (text === null ? [] : [{ label, text }])),
		bill: showsBill && bill ? billLines(bill) : null,
	}
}

function billLines({
	items,
	discountKobo,
	tipKobo,
	totalKobo,
	cashbackKobo,
}: NonNullable<ReceiptMovement['bill']>) {
	return {
		lines: [
			...items,
			...(discountKobo > 0 ? [{ label: 'Discount', amountKobo: -discountKobo }] : []),
			...(tipKobo > 0 ? [{ label: 'Tip', amountKobo: tipKobo }] : []),
		],
		total: { label: 'Total', amountKobo: totalKobo },
		// Cashback pays a part of the total and takes nothing off it (D36).
		cashback:
			cashbackKobo > 0
				? {
						lines: [{ label: 'Paid with cashback', amountKobo: -cashbackKobo }],
						total: { label: 'To pay', amountKobo: totalKobo - cashbackKobo },
					}
				: null,
	}
}
