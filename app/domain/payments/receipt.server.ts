import { transactionLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { discountLabel, type SavingNames } from '#app/kernel/labels.ts'
import { formatMoney, type Kobo } from '#app/kernel/money.ts'
import type { PaymentStatus } from '#app/kernel/vocabulary/booking.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { ReceiptMovement } from './movement.ts'
import { movementAmount, movementDescription, movementWords } from './movement-words.ts'
import type { Payment } from './payment.ts'

/** `customerName` is the account's. */
export function receipt(movement: ReceiptMovement, customerName: string) {
	const { at, timeZone, bill, referenceNumber, paymentReference, shopName } = movement
	const { way, status, showsBill } = movementWords[movement.kind]
	const facts: [label: string, text: string | null][] = [
		['Date', transactionLabelAt(timeZone, at)],
		['Method', way],
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

export type PaidAppointment = SavingNames & {
	referenceNumber: string
	startsAt: Instant
	paymentStatus: PaymentStatus
	services: { name: string; priceKobo: Kobo }[]
	addOns: { name: string; priceKobo: Kobo }[]
	discountKobo: Kobo
	tipKobo: Kobo
	totalKobo: Kobo
	cashbackKobo: Kobo
	shop: { name: string; timeZone: ZoneName }
}

/** For the link's holder, without a name. Null while nothing is paid, or all is refunded. */
export function appointmentReceipt(appointment: PaidAppointment, payment: Payment | null) {
	const received = payment?.received?.outcome === 'booked' && !payment.refund ? payment.received : null
	const isPaid = appointment.paymentStatus === 'completed' && !payment
	if (received === null && !isPaid) return null
	const { shop, services, addOns, startsAt, referenceNumber, totalKobo, cashbackKobo } = appointment
	const paidAt = received?.paidAt
	const facts: [label: string, text: string | null][] = [
		['Visit', transactionLabelAt(shop.timeZone, startsAt)],
		['Method', received ? 'Online with Paystack' : 'At the shop'],
		['Paid on', paidAt === undefined ? null : transactionLabelAt(shop.timeZone, paidAt)],
		['Booking', referenceNumber],
		['Payment reference', payment?.paymentReference ?? null],
	]
	return {
		shopName: shop.name,
		amount: received
			? formatMoney(received.leftKobo, received.currency)
			: formatMoney(totalKobo - cashbackKobo, 'NGN'),
		description: `${services.map(({ name }) => name).join(', ')} at ${shop.name}`,
		status: received?.disputedAt ? 'With your bank' : 'Paid',
		facts: facts.flatMap(([label, text]) => (text === null ? [] : [{ label, text }])),
		bill: billLines({
			...appointment,
			items: [...services, ...addOns].map(({ name, priceKobo }) => ({ label: name, amountKobo: priceKobo })),
		}),
	}
}

function billLines(bill: NonNullable<ReceiptMovement['bill']>) {
	const { items, discountKobo, tipKobo, totalKobo, cashbackKobo } = bill
	return {
		lines: [
			...items,
			...(discountKobo > 0 ? [{ label: discountLabel(bill), amountKobo: -discountKobo }] : []),
			...(tipKobo > 0 ? [{ label: 'Tip', amountKobo: tipKobo }] : []),
		],
		total: { label: 'Total', amountKobo: totalKobo },
		// Cashback pays a part of the total and does not reduce it (D36).
		cashback:
			cashbackKobo > 0
				? {
						lines: [{ label: 'Paid with cashback', amountKobo: -cashbackKobo }],
						total: { label: 'To pay', amountKobo: totalKobo - cashbackKobo },
					}
				: null,
	}
}
