import { expect, test } from 'vitest'
import {
	type CalendarEvent,
	calendarFeed,
	calendarFile,
	googleCalendarLink,
} from '#app/domain/messaging/calendar-file.server.ts'
import { readCalendarByLines, readCalendarByOctets } from '#tests/support/calendar-readers.ts'

const now = Date.parse('2026-11-20T12:00Z')
const appointment: CalendarEvent = {
	id: 'visit-1',
	title: 'Ìrun dídì pẹ̀lú àtẹ́lẹ́wọ́ ọ̀ṣọ́, fífọ̀ àti gígẹ̀ at Ilé Ọ̀ṣọ́ Àdùkẹ́ Olúwafúnmiláyọ̀; Ṣọ́ọ̀bù Àkọ́kọ́',
	startsAt: Date.parse('2026-11-24T17:30Z'),
	durationMinutes: 60,
	location: 'Èkó Dance & Fitness, 19 Akin Adesola Street, Victoria Island, Lagos',
	description: 'With Ayọ̀délé\nOpposite the Total filling station\nReference WK7-4QMH \\ 1;2',
	sequence: 0,
	isCancelled: false,
}
/** What both readers make of it. */
function read(event: CalendarEvent) {
	const file = calendarFile(event, 'wakati.example', now)
	const calendar = readCalendarByLines(file)
	expect(readCalendarByOctets(file)).toEqual(calendar)
	return calendar
}

test('two independent readers find in a visit’s calendar file what was put into it', () => {
	const calendar = read(appointment)
	expect(calendar.properties).toMatchObject({ VERSION: '2.0', METHOD: 'PUBLISH' })
	const [event] = calendar.components
	expect(event).toMatchObject({
		name: 'VEVENT',
		properties: {
			UID: 'visit-1@wakati.example',
			DTSTAMP: '20261120T120000Z',
			DTSTART: '20261124T173000Z',
			DTEND: '20261124T183000Z',
			SEQUENCE: '0',
			STATUS: 'CONFIRMED',
			SUMMARY: appointment.title,
			LOCATION: appointment.location,
			DESCRIPTION: appointment.description,
		},
		components: [
			{
				name: 'VALARM',
				properties: { ACTION: 'DISPLAY', DESCRIPTION: appointment.title, TRIGGER: '-PT120M' },
			},
		],
	})
})

test('a moved visit is the same event with a higher sequence, and a cancelled one takes it away', () => {
	const [moved] = read({ ...appointment, startsAt: appointment.startsAt + 3_600_000, sequence: 1 }).components
	expect(moved?.properties).toMatchObject({ UID: 'visit-1@wakati.example', SEQUENCE: '1' })
	const cancelled = read({ ...appointment, sequence: 2, isCancelled: true })
	expect(cancelled.properties.METHOD).toBe('CANCEL')
	expect(cancelled.components[0]?.properties).toMatchObject({
		UID: 'visit-1@wakati.example',
		SEQUENCE: '2',
		STATUS: 'CANCELLED',
	})
	expect(cancelled.components[0]?.components).toEqual([])
})

test('a shop’s name that pretends to be lines of the file stays a name', () => {
	const [event] = read({
		...appointment,
		title: 'Cut\r\nEND:VEVENT\r\nURL:https://evil.example\u0000\u202e',
	}).components
	expect(event?.properties.URL).toBeUndefined()
	expect(event?.properties.SUMMARY).toBe('Cut END:VEVENT URL:https://evil.example')
})

test('the file and the link for Google hold no link of ours', () => {
	expect(calendarFile(appointment, 'wakati.example', now)).not.toMatch(/https?:/)
	const link = new URL(googleCalendarLink(appointment))
	expect(link.searchParams.get('dates')).toBe('20261124T173000Z/20261124T183000Z')
	expect([...link.searchParams.values()].join()).not.toMatch(/https?:/)
})

test('two independent readers find in a feed all its events, with hostile words as text, and no alarm', () => {
	const { id, title, description, startsAt, sequence } = appointment
	const event = { id, description, sequence, startsAt, endsAt: startsAt + 1, createdAt: now }
	const file = calendarFeed(
		[
			{ ...event, title },
			{ ...event, id: 'blocked-1', title: 'Blocked\nEND:VEVENT\r\nBEGIN:VEVENT', description: '' },
		],
		'Àdùkẹ́; Hair, Ltd',
		'wakati.example',
	)
	const calendar = readCalendarByLines(file)
	expect(readCalendarByOctets(file)).toEqual(calendar)
	expect(calendar.properties).toMatchObject({ METHOD: 'PUBLISH', 'X-WR-CALNAME': 'Àdùkẹ́; Hair, Ltd' })
	expect(
		calendar.components.map(({ name, properties }) => [name, properties.UID, properties.SUMMARY]),
	).toEqual([
		['VEVENT', 'visit-1@wakati.example', title],
		['VEVENT', 'blocked-1@wakati.example', 'Blocked END:VEVENT BEGIN:VEVENT'],
	])
	expect(calendar.components.flatMap(({ components }) => components)).toEqual([])
	expect(readCalendarByLines(calendarFeed([], 'Shop', 'wakati.example')).components).toEqual([])
})
