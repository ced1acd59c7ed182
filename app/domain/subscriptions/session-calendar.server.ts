import { createEvent, type DateArray } from 'ics'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/** A place in a session as a calendar shows it. */
export type CalendarSession = {
	bookingId: string
	title: string
	startsAt: Instant
	durationMinutes: number
	/** The shop with its address. */
	location: string
	/** 'Instructor: Ayọ̀délé Olúwọlé', or nothing. */
	description: string
	isCancelled: boolean
}

/** Minutes before the start at which the calendar rings. */
const ALARM_MINUTES = 120

/**
 * The calendar file of a place: its id is the same for good, so that the file of a cancelled one, with a higher sequence,
 * takes the event away. It holds no link that opens anything.
 */
export function sessionCalendarFile(session: CalendarSession, host: string): string {
	const { error, value } = createEvent({
		uid: `${session.bookingId}@${host}`,
		productId: `-//${host}//sessions//EN`,
		title: session.title,
		start: utcParts(session.startsAt),
		startInputType: 'utc',
		startOutputType: 'utc',
		end: utcParts(endOf(session)),
		endInputType: 'utc',
		endOutputType: 'utc',
		location: session.location,
		...(session.description ? { description: session.description } : {}),
		status: session.isCancelled ? 'CANCELLED' : 'CONFIRMED',
		method: session.isCancelled ? 'CANCEL' : 'PUBLISH',
		sequence: session.isCancelled ? 1 : 0,
		...(session.isCancelled
			? {}
			: {
					alarms: [
						{
							action: 'display' as const,
							description: session.title,
							trigger: { minutes: ALARM_MINUTES, before: true },
						},
					],
				}),
	})
	if (!value) throw error ?? new Error('no calendar file')
	return value
}

/** The address at which Google Calendar asks whether to add the session. */
export function googleCalendarLink(session: CalendarSession): string {
	const link = new URL('https://calendar.google.com/calendar/render')
	link.searchParams.set('action', 'TEMPLATE')
	link.searchParams.set('text', session.title)
	link.searchParams.set('dates', `${compact(session.startsAt)}/${compact(endOf(session))}`)
	link.searchParams.set('location', session.location)
	if (session.description) link.searchParams.set('details', session.description)
	return link.href
}

function endOf({ startsAt, durationMinutes }: CalendarSession): Instant {
	return startsAt + durationMinutes * MINUTE_MS
}

function utcParts(at: Instant): DateArray {
	const date = new Date(at)
	return [
		date.getUTCFullYear(),
		date.getUTCMonth() + 1,
		date.getUTCDate(),
		date.getUTCHours(),
		date.getUTCMinutes(),
	]
}

/** '20261124T133000Z' */
function compact(at: Instant): string {
	return new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
}
