import * as z from 'zod'
import type { Appointment } from '#app/domain/booking/appointment/appointment-repository.server.ts'
import { signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { isAhead, movableUntil } from '#app/domain/booking/appointment/cancellation-policy.ts'
import { fullAddress } from '#app/domain/discovery/shop-words.ts'
import type { MailedAppointment } from '#app/domain/messaging/mailed-appointment.server.ts'
import { calendarAppointment } from '#app/flows/booking/read-appointment.server.ts'
import { confirmationPath, ownAppointmentPath } from '#app/kernel/booking-paths.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { quietUntil } from '#app/kernel/quiet-hours.server.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { MessageDeps, MessageNotice, ObsoleteMessage, QueuedMessage } from './message-kind.server.ts'

export const appointmentPayload = z.object({
	appointmentId: z.string(),
	/** The shop did it, not the customer. */
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

/** A lock screen shows only that it is about a visit. */
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
