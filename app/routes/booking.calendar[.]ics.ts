import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import {
	haveLinksEnded,
	readShownLink,
	signBookingLink,
} from '#app/domain/booking/appointment/booking-link.server.ts'
import { calendarFile, calendarMethod } from '#app/domain/messaging/calendar-file.server.ts'
import { calendarAppointment } from '#app/flows/booking/read-appointment.server.ts'
import { calendarAnswer, calendarHost } from '#app/http/calendar-answer.server.ts'
import { requireActor } from '#app/http/signed-in-user.server.ts'
import { appointmentCalendarPath } from '#app/kernel/booking-paths.ts'
import { readId } from '#app/kernel/id.server.ts'

/** A booking as a calendar file, for the holder of its signed link; its owner may name it by id (C65). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { cookieKeys } = context.settings
	const { searchParams } = new URL(request.url)
	const ownId = readId(searchParams.get('appointmentId'))
	if (ownId !== null) {
		if (!(await context.booking.appointmentViews.isOwnAppointment(requireActor(request, context), ownId)))
			throw new Response(null, { status: 404 })
		throw redirect(appointmentCalendarPath(await signBookingLink(cookieKeys, ownId)))
	}
	const link = await readShownLink(cookieKeys, searchParams.get('visit') ?? '')
	const appointment = link && (await context.booking.appointments.appointment(link.appointmentId))
	if (!appointment || haveLinksEnded(appointment.startsAt, context.now()))
		throw new Response(null, { status: 404 })
	const event = calendarAppointment(appointment)
	return calendarAnswer(calendarFile(event, calendarHost(request, context), context.now()), {
		method: calendarMethod(event),
		filename: 'visit.ics',
	})
}
