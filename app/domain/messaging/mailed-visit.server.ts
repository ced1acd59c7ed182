import { clockLabel, dateLabel, dayName, dayOfWeekOf, durationLabel } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import type { PaymentChoice, PaymentStatus } from '#app/kernel/vocabulary.ts'
import { civilAt, type ZoneName, zonePlace } from '#app/kernel/zone.server.ts'
import type { MailBlock } from './mail.ts'

/**
 * What the mails about a visit tell. No name, note or other text that whoever booked has typed: anybody can book with
 * anybody's address, and our mail must not carry words of theirs to it.
 */
export type MailedVisit = {
	referenceNumber: string
	startsAt: Instant
	durationMinutes: number
	totalKobo: Kobo
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
		phone: string | null
		timeZone: ZoneName
		bankAccount: { bankName: string; accountNumber: string; accountName: string } | null
	}
	/** Path and query of the page that the signed link opens (decision D7). */
	page: string
}

const paymentWords: Record<PaymentChoice, string> = {
	cash: 'to pay in cash at the salon',
	transfer: 'to pay by bank transfer',
	pos: 'to pay by card at the salon',
	online: 'to pay online',
}

/** 'Tuesday, Nov 24, 2026, 2:30 PM (Lagos time)': a mail is read anywhere, so it says whose clock it means (decision D15). */
export function momentLabel(zone: ZoneName, at: Instant): string {
	const { date, minute } = civilAt(zone, at)
	return `${dayName(dayOfWeekOf(date))}, ${dateLabel(date)}, ${clockLabel(minute)} (${zonePlace(zone)} time)`
}

/** The visit in a few lines. */
export function visitFacts(visit: MailedVisit): MailBlock {
	const { shop } = visit
	return {
		kind: 'facts',
		facts: [
			{ label: 'When', value: momentLabel(shop.timeZone, visit.startsAt) },
			{
				label: 'What',
				value: [
					...visit.services.map(({ name, staffName }) => `${name} with ${staffName}`),
					...visit.addOns.map(({ name }) => name),
					durationLabel(visit.durationMinutes),
				].join('\n'),
			},
			{
				label: 'Where',
				value: [shop.name, shop.address, ...(shop.phone ? [phoneLabel(shop.phone)] : [])].join('\n'),
			},
			{ label: 'Reference', value: visit.referenceNumber },
			{ label: 'Total', value: `${formatNaira(visit.totalKobo)}, ${paymentState(visit)}` },
		],
	}
}

function paymentState({ paymentStatus, paymentChoice, paidKobo, totalKobo }: MailedVisit): string {
	if (paymentStatus === 'completed') return 'paid'
	return paidKobo > 0
		? `${formatNaira(paidKobo)} of it paid, ${formatNaira(totalKobo - paidKobo)} to pay at the salon`
		: paymentWords[paymentChoice]
}

/** Where to send the money of a visit that is to be paid by transfer (decision D26). */
export function bankFacts({ shop, ...visit }: MailedVisit): MailBlock[] {
	const { bankAccount } = shop
	if (!bankAccount || visit.paymentChoice !== 'transfer' || visit.paymentStatus === 'completed') return []
	const account = [bankAccount.bankName, bankAccount.accountNumber, bankAccount.accountName].join('\n')
	return [
		{ kind: 'facts', facts: [{ label: `Send ${formatNaira(visit.totalKobo)} to`, value: account }] },
		{
			kind: 'words',
			words: `Give the reference ${visit.referenceNumber} with it. ${shop.name} marks it as paid.`,
		},
	]
}

/** Until when it can be moved, and until when money comes back. */
export function changeWords(
	{ shop, movableUntilAt, refundableUntilAt }: MailedVisit,
	now: Instant,
): MailBlock {
	const untilOf = (at: Instant) => momentLabel(shop.timeZone, at)
	const moving =
		now <= movableUntilAt
			? `It can be moved until ${untilOf(movableUntilAt)}.`
			: `It could be moved until ${untilOf(movableUntilAt)}.`
	const money =
		now <= refundableUntilAt
			? `Free to cancel until ${untilOf(refundableUntilAt)}.`
			: `Money paid in advance was refundable until ${untilOf(refundableUntilAt)}.`
	return { kind: 'words', words: `Change of plans? ${moving} ${money}` }
}

/** The button that opens the booking. */
export function visitLink(origin: string, visit: MailedVisit): MailBlock {
	return { kind: 'link', label: 'See, move or cancel your booking', href: `${origin}${visit.page}` }
}
