import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Mail, type MailSender, writeMail } from './mail.ts'

/** A booking with the signed link that opens it, and nothing else. */
export type LinkedBooking = {
	startsAt: Instant
	serviceName: string
	shopName: string
	timeZone: string
	/** Path and query. */
	page: string
}

/** The links of upcoming bookings, to the address that booked. */
export function bookingLinksMail(sender: MailSender, bookings: readonly LinkedBooking[]): Mail {
	return writeMail(sender, {
		subject: bookings.length === 1 ? 'Your booking' : 'Your bookings',
		title: bookings.length === 1 ? 'Your booking' : 'Your bookings',
		blocks: [
			...bookings.map(({ startsAt, serviceName, shopName, timeZone, page }) => ({
				kind: 'link' as const,
				label: `${serviceName} at ${shopName}, ${mailedMomentLabelAt(timeZone, startsAt)}`,
				href: `${sender.origin}${page}`,
			})),
			{ kind: 'words', words: 'Anyone with a link can change that booking, so please don’t share it.' },
		],
		reason:
			'You got this because someone asked for the bookings made with this email. If it wasn’t you, ignore this email.',
	})
}

/** The link that erases what bookings made as a guest say of the customer. */
export function erasureLinkMail(sender: MailSender, page: string): Mail {
	return writeMail(sender, {
		subject: 'Erase your details',
		title: 'Erase your details',
		blocks: [
			{
				kind: 'words',
				words: 'You asked us to erase your name, email and phone from the bookings that you made as a guest.',
			},
			{ kind: 'link', label: 'Erase My Details', href: `${sender.origin}${page}` },
			{
				kind: 'words',
				words: 'The link works for three days. Nothing is erased until you open it and confirm.',
			},
		],
		reason:
			'You got this because someone asked for this with your email. If it wasn’t you, ignore this email.',
	})
}

/** The link with which a booking can be added to an account. */
export function claimLinkMail(
	sender: MailSender,
	{ startsAt, serviceName, shopName, timeZone, page }: LinkedBooking,
	endsAt: Instant,
): Mail {
	return writeMail(sender, {
		subject: `Add your booking at ${shopName} to an account`,
		title: 'Add your booking to an account',
		blocks: [
			{
				kind: 'words',
				words: `Someone who has the link to your booking, ${serviceName} at ${shopName} on ${mailedMomentLabelAt(timeZone, startsAt)}, asked to add it to an account. If it was you, sign in to that account and open this link.`,
			},
			{ kind: 'link', label: 'Add to My Account', href: `${sender.origin}${page}` },
			{ kind: 'words', words: `The link works until ${mailedMomentLabelAt(timeZone, endsAt)}.` },
		],
		reason:
			'You got this because this visit was booked with your email. If it wasn’t you, ignore it: nothing changes.',
	})
}

/** The shop has answered what was told of a past visit; the answer stands on the booking’s page. */
export function problemAnsweredMail(
	sender: MailSender,
	{ startsAt, shopName, timeZone, page }: Omit<LinkedBooking, 'serviceName'>,
): Mail {
	return writeMail(sender, {
		subject: `${shopName} has answered you`,
		title: `${shopName} has answered you`,
		blocks: [
			{
				kind: 'words',
				words: `It is about your visit on ${mailedMomentLabelAt(timeZone, startsAt)}.`,
			},
			{ kind: 'link', label: 'Read the Answer', href: `${sender.origin}${page}` },
		],
		reason: `You got this because you reported a problem to ${shopName}.`,
	})
}
