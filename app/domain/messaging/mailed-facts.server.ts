import { durationLabel } from '#app/kernel/civil.ts'
import { lastDayMailedLabel, mailedDayLabel, mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatMoney, formatNaira, type Kobo } from '#app/kernel/money.ts'
import { civilAt, type ZoneName } from '#app/kernel/zone.server.ts'
import { type MailBlock, mailFacts, mailLink } from './mail.ts'

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
	return mailFacts([
		{ label: 'Where', value: shop.name },
		{ label: 'What', value: payment.what },
		...(payment.startsAt === null
			? []
			: [{ label: 'When', value: mailedMomentLabelAt(shop.timeZone, payment.startsAt) }]),
		{ label: 'Amount', value: moneyLabel(payment) },
		{ label: 'Payment reference', value: payment.paymentReference },
	])
}

export function reasonOfPaymentMail({ shop, startsAt }: MailedPayment): string {
	return `You got this because a payment for a ${startsAt === null ? 'plan at' : 'visit to'} ${shop.name} was made or started with your email.`
}

export type MailedPlan = {
	/** Of the subscription. */
	id: string
	planId: string
	title: string
	shop: { name: string; timeZone: ZoneName }
	startsAt: Instant
	/** The midnight after its last day. */
	endsAt: Instant
	/** The paid price, and the next period's. */
	paidKobo: Kobo
	priceKobo: Kobo
}

/** 'Tue 24 Nov 2026'. */
export function mailedDayLabelAt(timeZone: ZoneName, at: Instant): string {
	return mailedDayLabel(civilAt(timeZone, at).date)
}

export function planFacts({ shop, title, startsAt, endsAt, paidKobo }: MailedPlan): MailBlock {
	return mailFacts([
		{ label: 'What', value: title },
		{ label: 'Where', value: shop.name },
		{
			label: 'When',
			value: `${mailedDayLabelAt(shop.timeZone, startsAt)} to ${lastDayMailedLabel(shop.timeZone, endsAt)}`,
		},
		{ label: 'Paid', value: formatNaira(paidKobo) },
	])
}

export type MailedSession = {
	planTitle: string
	startsAt: Instant
	durationMinutes: number
	staffName: string | null
	shop: { name: string; address: string; timeZone: ZoneName }
}

export function mailedSessionFacts({
	planTitle,
	startsAt,
	durationMinutes,
	staffName,
	shop,
}: MailedSession): MailBlock {
	return mailFacts([
		{ label: 'When', value: mailedMomentLabelAt(shop.timeZone, startsAt) },
		{
			label: 'What',
			value: [
				planTitle,
				...(staffName ? [`Instructor: ${staffName}`] : []),
				durationLabel(durationMinutes),
			].join('\n'),
		},
		{ label: 'Where', value: `${shop.name}\n${shop.address}` },
	])
}

export function placesLink(origin: string): MailBlock {
	return mailLink('See or cancel your booking', `${origin}/sessions?tab=bookings`)
}

/** 'Yoga Monthly at Palm House', for the subject of a mail. */
export function sessionName({ planTitle, shop }: MailedSession): string {
	return `${planTitle} at ${shop.name}`
}
