import { durationLabel } from '#app/kernel/civil.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import type { PaymentChoice, PaymentStatus } from '#app/kernel/vocabulary/booking.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import {
	type CalendarEvent,
	calendarFile,
	calendarMethod,
	googleCalendarLink,
} from './calendar-file.server.ts'
import { type MailAttachment, type MailBlock, type MailSender, mailFacts, mailLink } from './mail.ts'

/** Typed text is left out: a stranger can book with another person's email, and our mail must not carry their words. */
export type MailedAppointment = {
	referenceNumber: string
	startsAt: Instant
	durationMinutes: number
	totalKobo: Kobo
	/** The part paid with cashback. */
	cashbackKobo: Kobo
	/** The reward that discounts the bill; null without one. */
	rewardLabel: string | null
	discountKobo: Kobo
	paymentChoice: PaymentChoice
	paymentStatus: PaymentStatus
	/** In advance: all, a deposit, or nothing. */
	paidKobo: Kobo
	refundableUntilAt: Instant
	movableUntilAt: Instant
	services: { name: string; staffName: string }[]
	addOns: { name: string }[]
	shop: {
		name: string
		address: string
		/** 'Opposite the Total filling station'. */
		landmark: string | null
		phone: string | null
		timeZone: ZoneName
		bankAccount: { bankName: string; accountNumber: string; accountName: string } | null
	}
	/** Path and query of the signed link (D7). */
	page: string
	calendar: CalendarEvent
}

const paymentWords: Record<PaymentChoice, string> = {
	cash: 'to pay in cash at the shop',
	transfer: 'to pay by bank transfer',
	pos: 'to pay by card at the shop',
	online: 'to pay online',
}

export function appointmentFacts(appointment: MailedAppointment): MailBlock {
	const { shop } = appointment
	return mailFacts([
		{ label: 'When', value: mailedMomentLabelAt(shop.timeZone, appointment.startsAt) },
		{
			label: 'What',
			value: [
				...appointment.services.map(({ name, staffName }) => `${name} with ${staffName}`),
				...appointment.addOns.map(({ name }) => name),
				durationLabel(appointment.durationMinutes),
			].join('\n'),
		},
		{
			label: 'Where',
			value: [
				shop.name,
				shop.address,
				...(shop.landmark ? [shop.landmark] : []),
				...(shop.phone ? [phoneLabel(shop.phone)] : []),
			].join('\n'),
		},
		{ label: 'Reference', value: appointment.referenceNumber },
		...(appointment.rewardLabel === null
			? []
			: [
					{
						label: 'Reward',
						value: `${appointment.rewardLabel}: ${formatNaira(appointment.discountKobo)} off`,
					},
				]),
		{ label: 'Total', value: `${formatNaira(appointment.totalKobo)}, ${paymentState(appointment)}` },
	])
}

function paymentState(appointment: MailedAppointment): string {
	const { paymentStatus, paymentChoice, paidKobo, cashbackKobo, totalKobo } = appointment
	if (totalKobo === 0) return 'nothing to pay'
	if (paymentStatus === 'completed') return cashbackKobo === totalKobo ? 'paid with cashback' : 'paid'
	const withCashback = cashbackKobo > 0 ? `${formatNaira(cashbackKobo)} of it paid with cashback, ` : ''
	const restKobo = totalKobo - cashbackKobo - paidKobo
	if (paidKobo > 0)
		return `${withCashback}${formatNaira(paidKobo)} of it paid, ${formatNaira(restKobo)} to pay at the shop`
	return cashbackKobo > 0
		? `${withCashback}${formatNaira(restKobo)} ${paymentWords[paymentChoice]}`
		: paymentWords[paymentChoice]
}

/** At the shop or by transfer. */
function toPayKobo({ totalKobo, cashbackKobo }: Pick<MailedAppointment, 'totalKobo' | 'cashbackKobo'>): Kobo {
	return totalKobo - cashbackKobo
}

/** The shop's account, for an open payment by transfer (D26); otherwise nothing. */
export function bankFacts({ shop, ...appointment }: MailedAppointment): MailBlock[] {
	const { bankAccount } = shop
	const isOpen = toPayKobo(appointment) > 0 && appointment.paymentStatus !== 'completed'
	if (!bankAccount || !isOpen || appointment.paymentChoice !== 'transfer') return []
	const account = [bankAccount.bankName, bankAccount.accountNumber, bankAccount.accountName].join('\n')
	return [
		mailFacts([{ label: `Send ${formatNaira(toPayKobo(appointment))} to`, value: account }]),
		`Use ${appointment.referenceNumber} as the transfer reference. ${shop.name} will mark it as paid.`,
	]
}

/** Until when the appointment can be moved, and until when cancelling refunds prepaid money. */
export function changeDeadlineWords(
	{
		shop,
		movableUntilAt,
		refundableUntilAt,
		paidKobo,
		cashbackKobo,
		rewardLabel,
		paymentStatus,
		paymentChoice,
	}: MailedAppointment,
	now: Instant,
): MailBlock {
	// Nothing was paid or is under way: no refund is mentioned (L9).
	const isPaidAtShop = paidKobo === 0 && paymentStatus !== 'completed' && paymentChoice !== 'transfer'
	const formatMoment = (at: Instant) => mailedMomentLabelAt(shop.timeZone, at)
	const moving =
		now <= movableUntilAt
			? `You can move it until ${formatMoment(movableUntilAt)}.`
			: `The deadline to move it was ${formatMoment(movableUntilAt)}.`
	const money =
		now <= refundableUntilAt
			? `Free to cancel until ${formatMoment(refundableUntilAt)}.`
			: isPaidAtShop
				? cashbackKobo > 0 || rewardLabel !== null
					? `It was free to cancel until ${formatMoment(refundableUntilAt)}.`
					: 'You haven’t paid yet, so you can cancel at no cost.'
				: `Payments were refundable until ${formatMoment(refundableUntilAt)}.`
	return `Change of plans? ${moving} ${money}`
}

/** The appointment's calendar file; a cancelled one removes its event. */
export function calendarAttachment(
	{ origin }: Pick<MailSender, 'origin'>,
	{ calendar }: Pick<MailedAppointment, 'calendar'>,
	now: Instant,
): MailAttachment {
	return {
		filename: calendar.isCancelled ? 'cancelled.ics' : 'visit.ics',
		contentType: `text/calendar; charset=utf-8; method=${calendarMethod(calendar)}`,
		text: calendarFile(calendar, new URL(origin).host, now),
	}
}

/** For calendars that take no file. */
export function googleCalendarBlock({ calendar }: Pick<MailedAppointment, 'calendar'>): MailBlock {
	return {
		kind: 'link',
		label: 'Add to Google Calendar',
		href: new URL(googleCalendarLink(calendar)).href,
		isQuiet: true,
	}
}

/** A live appointment: the facts, how to pay, the deadlines, and its link. */
export function bookedBlocks(
	{ origin }: MailSender,
	appointment: MailedAppointment,
	now: Instant,
): MailBlock[] {
	return [
		appointmentFacts(appointment),
		...bankFacts(appointment),
		changeDeadlineWords(appointment, now),
		appointmentLink(origin, appointment),
		googleCalendarBlock(appointment),
	]
}

export function appointmentLink(origin: string, appointment: MailedAppointment): MailBlock {
	return mailLink('See, move or cancel your booking', `${origin}${appointment.page}`)
}
