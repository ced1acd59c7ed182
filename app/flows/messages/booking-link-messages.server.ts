import * as z from 'zod'
import {
	claimLinkEndsAt,
	signBookingLink,
	signClaimLink,
} from '#app/domain/booking/appointment/booking-link.server.ts'
import { mailLink, writeMail } from '#app/domain/messaging/mail.ts'
import { signErasureLink } from '#app/flows/account/erase-customer.server.ts'
import { claimPath, confirmationPath, erasePath } from '#app/kernel/booking-paths.ts'
import { mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
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
		const links = bookings.map(async ({ appointmentId, startsAt, serviceName, shopName, timeZone }) =>
			mailLink(
				`${serviceName} at ${shopName}, ${mailedMomentLabelAt(timeZone, startsAt)}`,
				sender.origin + confirmationPath(await signBookingLink(cookieKeys, appointmentId)),
			),
		)
		const title = bookings.length === 1 ? 'Your booking' : 'Your bookings'
		return writeMail(sender, {
			subject: title,
			title,
			blocks: [
				...(await Promise.all(links)),
				'Anyone with a link can change that booking, so please don’t share it.',
			],
			reason:
				'You got this because someone asked for the bookings made with this email. If it wasn’t you, ignore this email.',
		})
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
	async letter({ sender, cookieKeys }, { email, now }) {
		const token = await signErasureLink(cookieKeys, email, now)
		return writeMail(sender, {
			subject: 'Erase your details',
			title: 'Erase your details',
			blocks: [
				'You asked us to erase your name, email and phone from the bookings that you made as a guest.',
				mailLink('Erase My Details', `${sender.origin}${erasePath}?token=${token}`),
				'The link works for three days. Nothing is erased until you open it and confirm.',
			],
			reason:
				'You got this because someone asked for this with your email. If it wasn’t you, ignore this email.',
		})
	},
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
	async letter({ sender, cookieKeys }, { appointment, endsAt }) {
		const { appointmentId, startsAt, services, shop } = appointment
		const page = claimPath(await signClaimLink(cookieKeys, appointmentId, endsAt))
		return writeMail(sender, {
			subject: `Add your booking at ${shop.name} to an account`,
			title: 'Add your booking to an account',
			blocks: [
				`Someone who has the link to your booking, ${services[0]?.name ?? ''} at ${shop.name} on ${mailedMomentLabelAt(shop.timeZone, startsAt)}, asked to add it to an account. If it was you, sign in to that account and open this link.`,
				mailLink('Add to My Account', `${sender.origin}${page}`),
				`The link works until ${mailedMomentLabelAt(shop.timeZone, endsAt)}.`,
			],
			reason:
				'You got this because this visit was booked with your email. If it wasn’t you, ignore it: nothing changes.',
		})
	},
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
	// The answer itself is on the booking’s page.
	async letter({ sender, cookieKeys }, { appointmentId, startsAt, shop }) {
		const page = confirmationPath(await signBookingLink(cookieKeys, appointmentId))
		return writeMail(sender, {
			subject: `${shop.name} has answered you`,
			title: `${shop.name} has answered you`,
			blocks: [
				`It is about your visit on ${mailedMomentLabelAt(shop.timeZone, startsAt)}.`,
				mailLink('Read the Answer', `${sender.origin}${page}`),
			],
			reason: `You got this because you reported a problem to ${shop.name}.`,
		})
	},
	notice: (appointment) =>
		noticeOfAppointment('The shop has answered you', appointment, 'A shop has answered you.'),
	quietIn: ({ shop }) => shop.timeZone,
})
