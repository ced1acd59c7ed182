import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatMoney, type Kobo } from '#app/kernel/money.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { MailBlock } from './mail.ts'

/** Text that the payer typed is left out (see `MailedAppointment`). */
export type MailedPayment = {
	paymentReference: string
	amountKobo: Kobo
	/** 'NGN', except for a payment that arrived in another currency. */
	currency: string
	/** Null for a plan. */
	startsAt: Instant | null
	/** 'Silk press, Trim', or the title of a plan. */
	what: string
	shop: { name: string; timeZone: ZoneName }
	/** Path and query of the signed link. */
	page: string
}

/** '₦5,000', or 'USD 50.00'. */
export function moneyLabel({ amountKobo, currency }: Pick<MailedPayment, 'amountKobo' | 'currency'>): string {
	return formatMoney(amountKobo, currency)
}

export function paymentFacts(payment: MailedPayment): MailBlock {
	const { shop } = payment
	return {
		kind: 'facts',
		facts: [
			{ label: 'Where', value: shop.name },
			{ label: 'What', value: payment.what },
			...(payment.startsAt === null
				? []
				: [{ label: 'When', value: mailedMomentLabelAt(shop.timeZone, payment.startsAt) }]),
			{ label: 'Amount', value: moneyLabel(payment) },
			{ label: 'Payment reference', value: payment.paymentReference },
		],
	}
}

export function reasonOfPaymentMail({ shop, startsAt }: MailedPayment): string {
	return `You got this because a payment for a ${startsAt === null ? 'plan at' : 'visit to'} ${shop.name} was made or started with your email.`
}
