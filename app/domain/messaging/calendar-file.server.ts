import { cleanLine, cleanText } from '#app/kernel/clean-text.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { queryText } from '#app/kernel/query-text.ts'

/** A visit, or a place in a session, as a calendar shows it. */
export type CalendarEvent = {
	id: string
	title: string
	startsAt: Instant
	durationMinutes: number
	/** The shop with its address. */
	location: string
	/** 'Instructor: Ayọ̀délé Olúwọlé', or nothing. */
	description: string
	/** Grows with each change: a calendar keeps the file with the higher one. */
	sequence: number
	isCancelled: boolean
}

/** Minutes before the start at which the calendar rings. */
const ALARM_MINUTES = 120

/** Of one content line, its break not counted (RFC 5545, 3.1). */
const MAX_LINE_OCTETS = 75

/** CANCEL takes an event that came by an earlier file away again. */
export function calendarMethod({ isCancelled }: Pick<CalendarEvent, 'isCancelled'>): 'CANCEL' | 'PUBLISH' {
	return isCancelled ? 'CANCEL' : 'PUBLISH'
}

/**
 * The calendar file of a visit, as of `now`. Its id is the same for good, so that a later file moves the event or
 * takes it away. Calendars are shared: it holds no link, no price and no word that a customer wrote.
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
		`DTEND:${compact(endOf(event))}`,
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

/** An event of a feed. */
export type FeedEvent = {
	id: string
	title: string
	startsAt: Instant
	endsAt: Instant
	description: string
	sequence: number
	/** When it was made: a feed that has not changed is the same text each time. */
	createdAt: Instant
}

/**
 * The file that a calendar reads again and again, with a name for it. What is no longer in it is gone from the
 * calendar. It rings at no one.
 */
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

/** The address at which Google Calendar asks whether to add the event. */
export function googleCalendarLink(event: Omit<CalendarEvent, 'id' | 'sequence' | 'isCancelled'>): string {
	const fields = [
		['text', event.title],
		['dates', `${compact(event.startsAt)}/${compact(endOf(event))}`],
		['location', event.location],
		['details', event.description],
	] as const
	const query = fields.flatMap(([name, value]) => (value ? [`&${name}=${queryText(value)}`] : []))
	return `https://calendar.google.com/calendar/render?action=TEMPLATE${query.join('')}`
}

/** A text as a content line holds it (RFC 5545, 3.3.11): controls, which no line may hold, are cleaned away. */
function escaped(text: string): string {
	return cleanText(text)
		.replace(/[\\,;]/g, '\\$&')
		.replace(/\n/g, '\\n')
}

function inOneLine(text: string): string {
	return escaped(cleanLine(text)).replace(/\s+/g, ' ')
}

/** Folds by octets, which are more than characters: a Yoruba letter with its marks can have five. */
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

function endOf({ startsAt, durationMinutes }: Pick<CalendarEvent, 'startsAt' | 'durationMinutes'>): Instant {
	return startsAt + durationMinutes * MINUTE_MS
}

/** '20261124T133000Z' */
function compact(at: Instant): string {
	return new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
}
