import * as z from 'zod'
import type { Appointment } from '#app/domain/booking/appointment/appointment-repository.server.ts'
import {
	claimLinkEndsAt,
	signBookingLink,
	signClaimLink,
} from '#app/domain/booking/appointment/booking-link.server.ts'
import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import { signErasureLink } from '#app/flows/account/erase-customer.server.ts'
import { claimPath, confirmationPath, erasePath } from '#app/kernel/booking-paths.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { appointmentPayload, noticeOfAppointment } from './appointment-messages.server.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

/** A person with more bookings needs an account. */
const MAX_LINKS = 5

/** Sends the links of an address's bookings ahead. */
export const bookingLinksMessage = messageKind({
	kind: 'booking_links',
	payload: z.object({ email: z.string() }),
	async isStillTrue({ booking: { people } }, queued, now) {
		if (isOldNews(queued, now)) return refused('too_old')
		const bookings = await people.bookingsAhead(queued.payload.email, now, MAX_LINKS)
		return bookings.length > 0 ? accepted(bookings) : refused('nothing_ahead')
	},
	async letter({ sender, cookieKeys }, bookings) {
		const linked = bookings.map(async ({ appointmentId, ...booking }) => ({
			...booking,
			page: confirmationPath(await signBookingLink(cookieKeys, appointmentId)),
		}))
		return bookingLinksMail(sender, await Promise.all(linked))
	},
})

export const erasureLinkMessage = messageKind({
	kind: 'erasure_link',
	payload: z.object({ email: z.string() }),
	async isStillTrue({ booking: { people } }, queued, now) {
		if (isOldNews(queued, now)) return refused('too_old')
		const { email } = queued.payload
		const { bookings } = await people.guestStandingOf({ email }, now)
		return bookings > 0 ? accepted({ email, now }) : refused('nothing_kept')
	},
	letter: async ({ sender, cookieKeys }, { email, now }) =>
		erasureLinkMail(sender, `${erasePath}?token=${await signErasureLink(cookieKeys, email, now)}`),
})

export const claimLinkMessage = messageKind({
	kind: 'claim_link',
	payload: appointmentPayload,
	async isStillTrue({ booking: { appointments } }, queued, now) {
		const endsAt = claimLinkEndsAt(queued.createdAt)
		if (now >= endsAt) return refused('too_old')
		const appointment = await appointments.appointment(queued.payload.appointmentId)
		if (!appointment) return refused('appointment_not_found')
		return appointment.isOfAccount ? refused('appointment_of_account') : accepted({ appointment, endsAt })
	},
	letter: async ({ sender, cookieKeys }, { appointment, endsAt }) =>
		claimLinkMail(
			sender,
			{
				...linked(appointment),
				page: claimPath(await signClaimLink(cookieKeys, appointment.appointmentId, endsAt)),
			},
			endsAt,
		),
})

export const problemAnsweredMessage = messageKind({
	kind: 'problem_answered',
	payload: appointmentPayload,
	async isStillTrue({ booking: { appointments, problems } }, queued, now) {
		const { appointmentId } = queued.payload
		const [appointment, problem] = await Promise.all([
			appointments.appointment(appointmentId),
			problems.problemOf(appointmentId),
		])
		if (!appointment) return refused('appointment_not_found')
		if (!problem?.answer) return refused('no_answer')
		return isOldNews(queued, now) ? refused('too_old') : accepted(appointment)
	},
	letter: async ({ sender, cookieKeys }, appointment) =>
		problemAnsweredMail(sender, {
			...linked(appointment),
			page: confirmationPath(await signBookingLink(cookieKeys, appointment.appointmentId)),
		}),
	notice: (appointment) =>
		noticeOfAppointment('The shop has answered you', appointment, 'A shop has answered you.'),
	quietIn: ({ shop }) => shop.timeZone,
})

function linked({ startsAt, services, shop }: Appointment) {
	return {
		startsAt,
		serviceName: services[0]?.name ?? '',
		shopName: shop.name,
		timeZone: shop.timeZone,
	}
}

/** A booking with its signed link, and nothing else. */
type LinkedBooking = {
	startsAt: Instant
	serviceName: string
	shopName: string
	timeZone: string
	/** Path and query. */
	page: string
}

function bookingLinksMail(sender: MailSender, bookings: readonly LinkedBooking[]): Mail {
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

function erasureLinkMail(sender: MailSender, page: string): Mail {
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

function claimLinkMail(
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

/** The answer itself is on the booking’s page. */
function problemAnsweredMail(
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
