import { createEvent, type DateArray } from 'ics'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

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
 * The calendar file of a visit, as of `now`. Its id is the same for good, so that a later file moves the event or takes it
 * away. Calendars are shared: it holds no link, no price and no word that a customer wrote.
 */
export function calendarFile(event: CalendarEvent, host: string, now: Instant): string {
	const title = plain(event.title).replace(/\s+/g, ' ')
	const { error, value } = createEvent({
		uid: `${event.id}@${host}`,
		productId: `-//${host}//visits//EN`,
		title,
		start: utcParts(event.startsAt),
		startInputType: 'utc',
		startOutputType: 'utc',
		end: utcParts(endOf(event)),
		endInputType: 'utc',
		endOutputType: 'utc',
		location: plain(event.location),
		...(event.description ? { description: plain(event.description) } : {}),
		status: event.isCancelled ? 'CANCELLED' : 'CONFIRMED',
		method: calendarMethod(event),
		sequence: event.sequence,
		...(event.isCancelled
			? {}
			: {
					alarms: [
						{
							action: 'display' as const,
							// Of an alarm the package escapes nothing.
							description: title.replace(/[\\,;]/g, '\\$&'),
							trigger: { minutes: ALARM_MINUTES, before: true },
						},
					],
				}),
	})
	if (!value) throw error ?? new Error('no calendar file')
	return foldedByOctets(value.replace(/^DTSTAMP:.*$/m, `DTSTAMP:${compact(now)}`))
}

/** The address at which Google Calendar asks whether to add the event. */
export function googleCalendarLink(event: Omit<CalendarEvent, 'id' | 'sequence' | 'isCancelled'>): string {
	const link = new URL('https://calendar.google.com/calendar/render')
	link.searchParams.set('action', 'TEMPLATE')
	link.searchParams.set('text', event.title)
	link.searchParams.set('dates', `${compact(event.startsAt)}/${compact(endOf(event))}`)
	link.searchParams.set('location', event.location)
	if (event.description) link.searchParams.set('details', event.description)
	return link.href
}

/** Without control characters, which no content line may hold, and without marks that turn the text around. */
function plain(text: string): string {
	return text.replace(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, ' ').trim()
}

/** The package folds by characters: of a Yoruba name, with its marks, that is up to three times too long. */
function foldedByOctets(file: string): string {
	const lines = file.replace(/\r\n[ \t]/g, '').split('\r\n')
	return lines.map(folded).join('\r\n')
}

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
