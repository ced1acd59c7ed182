import type { Instant } from '#app/kernel/instant.ts'
import { formatMoney, type Kobo } from '#app/kernel/money.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { MailBlock } from './mail.ts'
import { momentLabel } from './mailed-visit.server.ts'

/** What the mails about a payment tell; as in those about a visit, no word that whoever pays has typed. */
export type MailedPayment = {
	reference: string
	amountKobo: Kobo
	/** The naira, but for a payment that came in the money of another country. */
	currency: string
	/** The time that was paid for. */
	startsAt: Instant
	services: { name: string }[]
	shop: { name: string; timeZone: ZoneName }
	/** Path and query of the page that the signed link opens. */
	page: string
}

/** '₦5,000', or 'USD 50.00'. */
export function moneyLabel({ amountKobo, currency }: Pick<MailedPayment, 'amountKobo' | 'currency'>): string {
	return formatMoney(amountKobo, currency)
}

/** What was to be paid for, and the reference by which a person finds it. */
export function paymentFacts(payment: MailedPayment): MailBlock {
	const { shop } = payment
	return {
		kind: 'facts',
		facts: [
			{ label: 'Where', value: shop.name },
			{ label: 'What', value: payment.services.map(({ name }) => name).join('\n') },
			{ label: 'When', value: momentLabel(shop.timeZone, payment.startsAt) },
			{ label: 'Amount', value: moneyLabel(payment) },
			{ label: 'Payment reference', value: payment.reference },
		],
	}
}

export function reasonOfPaymentMail({ shop }: MailedPayment): string {
	return `You get this because a visit to ${shop.name} was paid for, or was about to be, with your address.`
}
