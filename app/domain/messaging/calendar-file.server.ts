import { cleanLine, cleanText } from '#app/kernel/clean-text.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { queryText } from '#app/kernel/links.ts'

/** An appointment, or a place in a session. */
export type CalendarEvent = {
	id: string
	title: string
	startsAt: Instant
	durationMinutes: number
	location: string
	/** 'Instructor: Ayọ̀délé Olúwọlé', or nothing. */
	description: string
	/** Grows with each change: a calendar keeps the highest. */
	sequence: number
	isCancelled: boolean
}

/** Before the start. */
const ALARM_MINUTES = 120

/** Of one content line without its break (RFC 5545, 3.1). */
const MAX_LINE_OCTETS = 75

/** CANCEL removes the event of an earlier file. */
export function calendarMethod({ isCancelled }: Pick<CalendarEvent, 'isCancelled'>): 'CANCEL' | 'PUBLISH' {
	return isCancelled ? 'CANCEL' : 'PUBLISH'
}

/**
 * An event's UID never changes, so that a later file moves or removes it. Calendars are shared: the file holds no link,
 * no price and no customer's words.
 */
export function calendarFile(event: CalendarEvent, host: string, now: Instant): string {
	const summary = inOneLine(event.title)
	const alarm = [
		'BEGIN:VALARM',
		'ACTION:DISPLAY',
		`DESCRIPTION:${summary}`,
		`TRIGGER:-PT${ALARM_MINUTES}M`,
		'END:VALARM',
	]
	const lines = [
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		'CALSCALE:GREGORIAN',
		`PRODID:-//${host}//visits//EN`,
		`METHOD:${calendarMethod(event)}`,
		'X-PUBLISHED-TTL:PT1H',
		'BEGIN:VEVENT',
		`UID:${event.id}@${host}`,
		`SUMMARY:${summary}`,
		`DTSTAMP:${compact(now)}`,
		`DTSTART:${compact(event.startsAt)}`,
		`DTEND:${compact(eventEnd(event))}`,
		`SEQUENCE:${event.sequence}`,
		...(event.description ? [`DESCRIPTION:${escaped(event.description)}`] : []),
		`LOCATION:${escaped(event.location)}`,
		`STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
		...(event.isCancelled ? [] : alarm),
		'END:VEVENT',
		'END:VCALENDAR',
	]
	return lines.map((line) => `${folded(line)}\r\n`).join('')
}

export type FeedEvent = {
	id: string
	title: string
	startsAt: Instant
	endsAt: Instant
	description: string
	sequence: number
	/** The feed's DTSTAMP: an unchanged feed stays the same text. */
	createdAt: Instant
}

/** The file that a calendar polls, without alarms. An event that leaves the file leaves the calendar. */
export function calendarFeed(events: readonly FeedEvent[], name: string, host: string): string {
	const lines = [
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		'CALSCALE:GREGORIAN',
		`PRODID:-//${host}//visits//EN`,
		'METHOD:PUBLISH',
		`X-WR-CALNAME:${inOneLine(name)}`,
		'X-PUBLISHED-TTL:PT1H',
		...events.flatMap((event) => [
			'BEGIN:VEVENT',
			`UID:${event.id}@${host}`,
			`SUMMARY:${inOneLine(event.title)}`,
			`DTSTAMP:${compact(event.createdAt)}`,
			`DTSTART:${compact(event.startsAt)}`,
			`DTEND:${compact(event.endsAt)}`,
			`SEQUENCE:${event.sequence}`,
			...(event.description ? [`DESCRIPTION:${escaped(event.description)}`] : []),
			'STATUS:CONFIRMED',
			'END:VEVENT',
		]),
		'END:VCALENDAR',
	]
	return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** Opens Google Calendar's form with this event. */
export function googleCalendarLink(event: Omit<CalendarEvent, 'id' | 'sequence' | 'isCancelled'>): string {
	const fields = [
		['text', event.title],
		['dates', `${compact(event.startsAt)}/${compact(eventEnd(event))}`],
		['location', event.location],
		['details', event.description],
	] as const
	const query = fields.flatMap(([name, value]) => (value ? [`&${name}=${queryText(value)}`] : []))
	return `https://calendar.google.com/calendar/render?action=TEMPLATE${query.join('')}`
}

/** A text within a content line (RFC 5545, 3.3.11), without control characters. */
function escaped(text: string): string {
	return cleanText(text)
		.replace(/[\\,;]/g, '\\$&')
		.replace(/\n/g, '\\n')
}

function inOneLine(text: string): string {
	return escaped(cleanLine(text)).replace(/\s+/g, ' ')
}

/** Folds by octets: a Yoruba letter with its marks can have five. */
function folded(line: string): string {
	let octets = 0
	let text = ''
	for (const character of line) {
		const size = new TextEncoder().encode(character).length
		if (octets + size > MAX_LINE_OCTETS) {
			text += '\r\n '
			octets = 1
		}
		text += character
		octets += size
	}
	return text
}

function eventEnd({
	startsAt,
	durationMinutes,
}: Pick<CalendarEvent, 'startsAt' | 'durationMinutes'>): Instant {
	return startsAt + durationMinutes * MINUTE_MS
}

/** '20261124T133000Z' */
function compact(at: Instant): string {
	return new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
}
