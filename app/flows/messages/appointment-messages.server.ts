import * as z from 'zod'
import type { Appointment } from '#app/domain/booking/appointment/appointment-repository.server.ts'
import { signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { isAhead, movableUntil } from '#app/domain/booking/appointment/cancellation-policy.ts'
import { repaymentAfterBack } from '#app/domain/booking/checkout/saving-words.ts'
import { fullAddress } from '#app/domain/discovery/shop-words.ts'
import { type Mail, type MailSender, writeMail } from '#app/domain/messaging/mail.ts'
import {
	appointmentFacts,
	appointmentLink,
	bankFacts,
	bookedBlocks,
	calendarAttachment,
	changeDeadlineWords,
	googleCalendarBlock,
	type MailedAppointment,
} from '#app/domain/messaging/mailed-appointment.server.ts'
import { calendarAppointment } from '#app/flows/booking/read-appointment.server.ts'
import { confirmationPath, ownAppointmentPath } from '#app/kernel/booking-paths.ts'
import { mailedMomentLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { quietUntil } from '#app/kernel/quiet-hours.server.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import {
	type MessageDeps,
	type MessageNotice,
	messageKind,
	type ObsoleteMessage,
	type QueuedMessage,
} from './message-kind.server.ts'

export const appointmentPayload = z.object({
	appointmentId: z.string(),
	isByShop: z.boolean().optional(),
})

type AppointmentPayload = z.infer<typeof appointmentPayload>

/** The appointment as it is now; refuses 'appointment_not_found' and 'appointment_not_ahead'. */
export async function readAppointmentAhead(
	{ booking: { appointments } }: MessageDeps,
	{ payload }: QueuedMessage<AppointmentPayload>,
	now: Instant,
): Promise<Outcome<Appointment, ObsoleteMessage>> {
	const appointment = await appointments.appointment(payload.appointmentId)
	if (!appointment) return refused('appointment_not_found')
	return isAhead(appointment, now) ? accepted(appointment) : refused('appointment_not_ahead')
}

/** The notice of an appointment. A lock screen shows only that it is about a visit. */
export function noticeOfAppointment(
	title: string,
	{ appointmentId, startsAt, shop }: Pick<Appointment, 'appointmentId' | 'startsAt' | 'shop'>,
	lockScreen: string,
): MessageNotice {
	return {
		title,
		words: `${shop.name}, ${momentLabelAt(shop.timeZone, startsAt)}`,
		path: ownAppointmentPath(appointmentId),
		lockScreen,
		goodUntilAt: startsAt,
	}
}

/**
 * The zone of quiet hours for news of a visit; null when the visit begins before they end, so that no customer sets out
 * in vain.
 */
export function quietUnlessTooLate(
	{ startsAt, shop }: { startsAt: Instant; shop: { timeZone: ZoneName } },
	now: Instant,
): ZoneName | null {
	const until = quietUntil(shop.timeZone, now)
	return until !== null && startsAt > now && startsAt <= until ? null : shop.timeZone
}

/** An appointment with its signed link (D7). */
export async function mailedAppointment(
	{ cookieKeys }: MessageDeps,
	appointment: Appointment,
): Promise<MailedAppointment> {
	return {
		...appointment,
		shop: { ...appointment.shop, address: fullAddress(appointment.shop) },
		movableUntilAt: movableUntil(appointment.startsAt, appointment.shop.rescheduleCutoffMinutes),
		calendar: calendarAppointment(appointment),
		page: confirmationPath(await signBookingLink(cookieKeys, appointment.appointmentId)),
	}
}

/** Confirms an appointment, with its start at sending time. */
export const bookedMessage = messageKind({
	kind: 'booked',
	payload: appointmentPayload,
	async isStillTrue(deps, queued, now) {
		const read = await readAppointmentAhead(deps, queued, now)
		return read.ok ? accepted({ appointment: read.value, isByShop: queued.payload.isByShop === true }) : read
	},
	letter: async (deps, { appointment, isByShop }, now) =>
		bookedMail(deps.sender, { ...(await mailedAppointment(deps, appointment)), isByShop }, now),
	notice: ({ appointment, isByShop }) =>
		isByShop
			? noticeOfAppointment('Booked for you', appointment, 'A visit was booked for you.')
			: noticeOfAppointment('Booking confirmed', appointment, 'Your booking is confirmed.'),
	quietIn: ({ appointment, isByShop }, now) => (isByShop ? quietUnlessTooLate(appointment, now) : null),
})

/** A guest's link opens the booking (D7). */
export function bookedMail(
	sender: MailSender,
	appointment: MailedAppointment & { isByShop?: boolean },
	now: Instant,
): Mail {
	const { shop } = appointment
	return writeMail(sender, {
		subject: `Booking Confirmed! ${shop.name}, ${mailedMomentLabelAt(shop.timeZone, appointment.startsAt)}`,
		title: 'Booking Confirmed!',
		blocks: [
			...(appointment.isByShop
				? [`${shop.name} booked this visit for you. Not what you asked for? Change or cancel it below.`]
				: []),
			appointmentFacts(appointment),
			...bankFacts(appointment),
			'Please arrive 10 minutes early.',
			changeDeadlineWords(appointment, now),
			appointmentLink(sender.origin, appointment),
			googleCalendarBlock(appointment),
			'Anyone with this link can change your booking, so please don’t share it.',
		],
		reason: `You got this because a visit to ${shop.name} was booked with your email.`,
		attachments: [calendarAttachment(sender, appointment, now)],
	})
}

/** Tells the newest start of a moved appointment. */
export const movedMessage = messageKind({
	kind: 'moved',
	payload: appointmentPayload,
	async isStillTrue(deps, queued, now) {
		const read = await readAppointmentAhead(deps, queued, now)
		return read.ok ? accepted({ appointment: read.value, isByShop: queued.payload.isByShop === true }) : read
	},
	letter: async (deps, { appointment }, now) =>
		movedMail(deps.sender, await mailedAppointment(deps, appointment), now),
	notice: ({ appointment }) =>
		noticeOfAppointment('Booking moved', appointment, 'Your booking has a new time.'),
	quietIn: ({ appointment, isByShop }, now) => (isByShop ? quietUnlessTooLate(appointment, now) : null),
})

/** The mail tells the start at sending time (R42). */
export function movedMail(sender: MailSender, appointment: MailedAppointment, now: Instant): Mail {
	const { shop } = appointment
	return writeMail(sender, {
		subject: `Booking Moved: ${shop.name}, now ${mailedMomentLabelAt(shop.timeZone, appointment.startsAt)}`,
		title: 'Booking Moved',
		blocks: [
			'Your visit has a new time. The price stays the same.',
			...bookedBlocks(sender, appointment, now),
		],
		reason: `You got this because a visit to ${shop.name} was booked with your email.`,
		attachments: [calendarAttachment(sender, appointment, now)],
	})
}

/** Tells that the service or person of a visit was changed (D53). */
export const changedMessage = messageKind({
	kind: 'changed',
	payload: appointmentPayload.extend({
		/** The refunded money and cashback. */
		backKobo: z.int(),
		cashbackBackKobo: z.int(),
		/** The part of the cashback that paid the customer's debt to the shop (D38). */
		cashbackRepaidKobo: z.int().default(0),
	}),
	async isStillTrue(deps, queued, now) {
		const read = await readAppointmentAhead(deps, queued, now)
		return read.ok ? accepted({ appointment: read.value, ...queued.payload }) : read
	},
	letter: async (deps, { appointment, backKobo, cashbackBackKobo, cashbackRepaidKobo }, now) =>
		changedMail(
			deps.sender,
			await mailedAppointment(deps, appointment),
			{
				backKobo,
				cashbackBackKobo: cashbackBackKobo - cashbackRepaidKobo,
				repayment: repaymentAfterBack({ repaidKobo: cashbackRepaidKobo, shop: appointment.shop }),
			},
			now,
		),
	notice: ({ appointment }) =>
		noticeOfAppointment('Booking changed', appointment, 'Your booking was changed.'),
	quietIn: ({ appointment, isByShop }, now) => (isByShop ? quietUnlessTooLate(appointment, now) : null),
})

export function changedMail(
	sender: MailSender,
	appointment: MailedAppointment,
	input: {
		backKobo: Kobo
		cashbackBackKobo: Kobo
		/** A sentence about the part that paid a debt at the shop, or none. */
		repayment?: string[]
	},
	now: Instant,
): Mail {
	const { backKobo, cashbackBackKobo, repayment = [] } = input
	const { shop } = appointment
	const money = [
		...(backKobo > 0
			? [`We are refunding the difference of ${formatNaira(backKobo)} to the card or account you paid from.`]
			: []),
		...(cashbackBackKobo > 0 ? [`${formatNaira(cashbackBackKobo)} is back in your cashback.`] : []),
		...repayment,
	]
	return writeMail(sender, {
		subject: `Booking Changed: ${shop.name}, ${mailedMomentLabelAt(shop.timeZone, appointment.startsAt)}`,
		title: 'Booking Changed',
		blocks: [['Your booking has changed.', ...money].join(' '), ...bookedBlocks(sender, appointment, now)],
		reason: `You got this because a visit to ${shop.name} was booked with your email.`,
		attachments: [calendarAttachment(sender, appointment, now)],
	})
}
