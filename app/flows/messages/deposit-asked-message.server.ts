import * as z from 'zod'
import { depositState } from '#app/domain/booking/checkout/deposit-link.ts'
import { type Mail, type MailSender, mailFacts, mailLink, writeMail } from '#app/domain/messaging/mail.ts'
import { depositPath } from '#app/kernel/booking-paths.ts'
import { clockOrMomentLabelAt, mailedMomentLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import { messageKind } from './message-kind.server.ts'

/**
 * Requests the deposit of a held time (D66). The message goes in quiet hours too: its receiver was just on the
 * telephone, and the time is held for hours only.
 */
export const depositAskedMessage = messageKind({
	kind: 'deposit_asked',
	payload: z.object({ checkoutId: z.string(), holderId: z.string().nullable() }),
	async isStillTrue({ booking: { deposits } }, { payload }, now) {
		const link = await deposits.depositLinkOf(payload.checkoutId)
		const heldUntilAt = link?.checkout.heldUntilAt ?? null
		if (!link || heldUntilAt === null || depositState(link, now) !== 'waiting') return refused('deposit_over')
		return accepted({ link, heldUntilAt })
	},
	letter: ({ sender }, { link, heldUntilAt }, now) => {
		const { checkout, shopPhone, code } = link
		const { shop, services, addOns, startsAt, dueKobo, totalKobo } = checkout
		return depositAskedMail(
			sender,
			{
				shop: { ...shop, phone: shopPhone },
				what: [...services, ...addOns].map(({ name }) => name),
				startsAt,
				dueKobo,
				totalKobo,
				heldUntilAt,
				page: depositPath(code),
			},
			now,
		)
	},
	notice: ({ link: { checkout, code }, heldUntilAt }, now) => {
		const { shop, startsAt } = checkout
		return {
			title: `A time is held for you until ${clockOrMomentLabelAt(shop.timeZone, heldUntilAt, now)}`,
			words: `${shop.name}, ${momentLabelAt(shop.timeZone, startsAt)}. Pay the deposit to book it.`,
			path: depositPath(code),
			lockScreen: `A visit to ${shop.name} waits for its deposit.`,
			goodUntilAt: heldUntilAt,
		}
	},
})

/** A time held until its deposit is paid, without typed text. */
type MailedDeposit = {
	shop: { name: string; phone: string | null; timeZone: ZoneName }
	what: string[]
	startsAt: Instant
	dueKobo: Kobo
	totalKobo: Kobo
	heldUntilAt: Instant
	/** Path of the link's page. */
	page: string
}

export function depositAskedMail(sender: MailSender, deposit: MailedDeposit, now: Instant): Mail {
	const { shop, what, startsAt, dueKobo, totalKobo, heldUntilAt, page } = deposit
	const until = clockOrMomentLabelAt(shop.timeZone, heldUntilAt, now)
	const deposited = formatNaira(dueKobo)
	return writeMail(sender, {
		subject: `${shop.name} holds a time for you until ${until}`,
		title: `Pay ${deposited} to book your visit`,
		blocks: [
			`${shop.name} holds this time for you until ${until}. It’s booked once you’ve paid; after that it’s free for others again.`,
			mailFacts([
				{ label: 'When', value: mailedMomentLabelAt(shop.timeZone, startsAt) },
				{ label: 'What', value: what.join('\n') },
				{
					label: 'Where',
					value: [shop.name, ...(shop.phone ? [phoneLabel(shop.phone)] : [])].join('\n'),
				},
				{
					label: 'To pay now',
					value: dueKobo < totalKobo ? `${deposited} of ${formatNaira(totalKobo)}` : deposited,
				},
			]),
			mailLink(`Pay ${deposited}`, sender.origin + page),
		],
		reason: `You got this because ${shop.name} is booking a visit for you with this email. Don’t want it? Then do nothing.`,
	})
}
