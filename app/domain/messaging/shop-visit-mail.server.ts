import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'

/** A visit as a mail to its shop tells it: with the name that was typed, since it is the shop that expects them. */
export type VisitToMail = {
	reference: string
	startsAt: Instant
	timeZone: string
	services: { name: string; staffName: string }[]
	customer: { firstName: string; lastName: string; phone: string | null }
	totalKobo: Kobo
	dueKobo: Kobo
	/** Of a cancelled visit: what came by transfer, which the shop gives back itself. */
	toGiveBackKobo: Kobo
}

/** What a customer did with a visit. */
export type ShopNews = 'booked' | 'moved' | 'changed' | 'cancelled'

const titles: Record<ShopNews, string> = {
	booked: 'New booking',
	moved: 'Booking moved by the customer',
	changed: 'Booking changed by the customer',
	cancelled: 'Booking cancelled by the customer',
}

/** Tells a shop what a customer did with a visit: which, when, who and with whom. */
export function shopVisitMail(sender: MailSender, news: ShopNews, visit: VisitToMail): Mail {
	const when = mailedMomentLabelAt(visit.timeZone, visit.startsAt)
	const { firstName, lastName, phone } = visit.customer
	const due = visit.dueKobo > 0 ? `${formatNaira(visit.dueKobo)} to pay` : 'nothing to pay'
	return writeMail(sender, {
		subject: `${titles[news]}: ${visit.reference}, ${when}`,
		title: titles[news],
		blocks: [
			{
				kind: 'facts',
				facts: [
					{ label: news === 'cancelled' ? 'When it was' : 'When', value: when },
					{
						label: 'What',
						value: visit.services.map(({ name, staffName }) => `${name} with ${staffName}`).join('\n'),
					},
					{
						label: 'Who',
						value: [`${firstName} ${lastName}`.trim(), ...(phone ? [phoneLabel(phone)] : [])].join('\n'),
					},
					{ label: 'Reference', value: visit.reference },
					...(news === 'cancelled'
						? visit.toGiveBackKobo > 0
							? [
									{
										label: 'To give back',
										value: `${formatNaira(visit.toGiveBackKobo)}, paid to your account`,
									},
								]
							: []
						: [{ label: 'Total', value: `${formatNaira(visit.totalKobo)}, ${due}` }]),
				],
			},
		],
		reason: 'You got this because your shop takes bookings with us.',
	})
}
