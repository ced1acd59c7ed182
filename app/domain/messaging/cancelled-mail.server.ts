import { formatNaira } from '#app/kernel/money.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'
import { type MailedVisit, momentLabel } from './mailed-visit.server.ts'

/** What cancelling did to the money (spec 3, "Cancel and reschedule by the customer"). */
export type MoneyAfterCancelling = 'nothing_paid' | 'comes_back' | 'kept'

/** A visit was cancelled. */
export function cancelledMail(sender: MailSender, visit: MailedVisit, money: MoneyAfterCancelling): Mail {
	const { shop, totalKobo, paidKobo, paymentChoice } = visit
	// Marked as paid by the shop: all of it.
	const paid = formatNaira(paidKobo > 0 ? paidKobo : totalKobo)
	const when = momentLabel(shop.timeZone, visit.startsAt)
	const moneyWords: Record<MoneyAfterCancelling, string> = {
		nothing_paid: 'Nothing had been paid.',
		comes_back:
			paymentChoice === 'online'
				? `Your ${paid} is on its way back to where it came from. We write again when it is sent.`
				: `${shop.name} gives your ${paid} back.`,
		kept: `The cancellation was late: your ${paid} is not refunded.`,
	}
	return writeMail(sender, {
		subject: `Booking Cancelled: ${shop.name}, ${when}`,
		title: 'Booking Cancelled',
		blocks: [
			{ kind: 'words', words: 'Your booking has been cancelled.' },
			{
				kind: 'facts',
				facts: [
					{ label: 'When it was', value: when },
					{
						label: 'What',
						value: visit.services.map(({ name, staffName }) => `${name} with ${staffName}`).join('\n'),
					},
					{ label: 'Where', value: shop.name },
					{ label: 'Reference', value: visit.referenceNumber },
				],
			},
			{ kind: 'words', words: moneyWords[money] },
			{ kind: 'link', label: 'Book another visit', href: `${sender.origin}/discover` },
		],
		reason: `You get this because a visit to ${shop.name} was booked with your address.`,
	})
}
