import { describe, expect, test } from 'vitest'
import { openSlots } from '#app/domain/availability/open-slots.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { aSearch, at, busyFrom, timesOf } from './a-shop.ts'

/** R13: golden tables, written by hand, around both clock changes. Work is from midnight to 04:30, visits an hour. */
const night = { staff: [{ id: 'ada', from: '00:00', until: '04:30' }], opens: '00:00', closes: '04:30' }

const everyHalfHour = ['00:00', '00:30', '01:00', '01:30', '02:00', '02:30', '03:00', '03:30']

describe('R13: nights around a clock change', () => {
	test.each([
		// Lagos never changes its clock.
		['Africa/Lagos', '2026-03-29', everyHalfHour],
		['Africa/Lagos', '2026-10-25', everyHalfHour],
		// 01:00 becomes 02:00: nothing at 01:00 and 01:30; 00:30 ends at 02:30.
		['Europe/London', '2026-03-28', everyHalfHour],
		['Europe/London', '2026-03-29', ['00:00', '00:30', '02:00', '02:30', '03:00', '03:30']],
		['Europe/London', '2026-03-30', everyHalfHour],
		// 02:00 becomes 01:00: the hour that comes twice is offered once.
		['Europe/London', '2026-10-24', everyHalfHour],
		['Europe/London', '2026-10-25', everyHalfHour],
		['Europe/London', '2026-10-26', everyHalfHour],
		// 02:00 becomes 03:00.
		['America/New_York', '2026-03-07', everyHalfHour],
		['America/New_York', '2026-03-08', ['00:00', '00:30', '01:00', '01:30', '03:00', '03:30']],
		['America/New_York', '2026-03-09', everyHalfHour],
		// 02:00 becomes 01:00.
		['America/New_York', '2026-10-31', everyHalfHour],
		['America/New_York', '2026-11-01', everyHalfHour],
		['America/New_York', '2026-11-02', everyHalfHour],
		// The change is at midnight: the day begins at 01:00.
		['Africa/Cairo', '2026-04-24', ['01:00', '01:30', '02:00', '02:30', '03:00', '03:30']],
	])('%s on %s', (zone, date, times) => {
		expect(timesOf(aSearch({ ...night, zone, date }))).toEqual([times])
	})

	test.each([
		['Africa/Lagos', '2026-03-29', ['2026-03-28T23:00Z', '2026-03-29T00:00Z', '2026-03-29T01:00Z']],
		['Europe/London', '2026-03-29', ['2026-03-29T00:00Z', null, '2026-03-29T01:00Z']],
		['Europe/London', '2026-10-25', ['2026-10-24T23:00Z', '2026-10-25T00:00Z', '2026-10-25T02:00Z']],
		['America/New_York', '2026-03-08', ['2026-03-08T05:00Z', '2026-03-08T06:00Z', null]],
		['America/New_York', '2026-11-01', ['2026-11-01T04:00Z', '2026-11-01T05:00Z', '2026-11-01T07:00Z']],
	])(
		'%s on %s: 00:00, 01:00 and 02:00 are at their instants, of a repeated one the first',
		(zone, date, instants) => {
			const [day] = openSlots(aSearch({ ...night, zone, date }))
			const found = [0, 60, 120].map(
				(minute) => day?.slots.find(({ startMinute }) => startMinute === minute)?.startsAt,
			)
			expect(found).toEqual(instants.map((instant) => (instant === null ? undefined : Date.parse(instant))))
		},
	)
})

describe('R13: what a clock change does to a visit', () => {
	const zone = 'Europe/London'

	test('a day of 23 hours has 46 half-hours, one of 25 hours has 48 starts', () => {
		const allDay = {
			staff: [{ id: 'ada', from: '00:00', until: '24:00' }],
			opens: '00:00',
			closes: '24:00',
			minutes: 30,
		}
		expect(timesOf(aSearch({ ...allDay, zone, date: '2026-03-29' }))[0]).toHaveLength(46)
		expect(timesOf(aSearch({ ...allDay, zone, date: '2026-10-25' }))[0]).toHaveLength(48)
	})

	test('a visit takes the minutes that pass: two hours from 00:30 end at 03:30 in spring, at 01:30 in autumn', () => {
		for (const [date, minute] of [
			['2026-03-29', 210],
			['2026-10-25', 90],
		] as const) {
			const [day] = openSlots(aSearch({ ...night, zone, date, minutes: 120 }))
			const slot = day?.slots.find(({ startMinute }) => startMinute === 30)
			expect((slot?.endsAt ?? 0) - (slot?.startsAt ?? 0)).toBe(2 * HOUR_MS)
			expect(civilAt(zone, slot?.endsAt ?? 0).minute).toBe(minute)
		}
	})

	test('closing time is by the clock on the wall: in spring the last start is an hour sooner, in minutes that pass', () => {
		const early = {
			staff: [{ id: 'ada', from: '00:00', until: '03:00' }],
			opens: '00:00',
			closes: '03:00',
			minutes: 90,
		}
		expect(timesOf(aSearch({ ...early, zone, date: '2026-03-28' }))).toEqual([
			['00:00', '00:30', '01:00', '01:30'],
		])
		expect(timesOf(aSearch({ ...early, zone, date: '2026-03-29' }))).toEqual([['00:00', '00:30']])
		// The hour from 01:00 passes twice before 02:00 is shown for good.
		expect(timesOf(aSearch({ ...early, zone, date: '2026-10-25' }))).toEqual([
			['00:00', '00:30', '01:00', '01:30'],
		])
	})

	test('a visit in the second pass of a repeated hour takes nothing from the first', () => {
		const second = at('01:00', '2026-10-25', zone) + HOUR_MS
		const busy = [{ staffMemberId: 'ada', startsAt: second, blockedUntilAt: second + HOUR_MS }]
		expect(timesOf(aSearch({ ...night, zone, date: '2026-10-25', busy }))).toEqual([
			['00:00', '00:30', '01:00', '(01:30)', '02:00', '02:30', '03:00', '03:30'],
		])
	})

	test('a visit before the gap takes the time after it when it lasts that long', () => {
		const startsAt = at('00:30', '2026-03-29', zone)
		const busy = [{ staffMemberId: 'ada', startsAt, blockedUntilAt: startsAt + HOUR_MS }]
		expect(timesOf(aSearch({ ...night, zone, date: '2026-03-29', busy }))).toEqual([
			['(00:00)', '(00:30)', '(02:00)', '02:30', '03:00', '03:30'],
		])
	})

	test('the other days of that week are as ever', () => {
		const week = timesOf(
			aSearch({
				zone,
				date: '2026-10-22',
				days: 7,
				busy: [busyFrom('ada', '11:00', '12:00', '2026-10-27', zone)],
			}),
		)
		expect(new Set(week.filter((_, index) => index !== 5).map(String)).size).toBe(1)
		expect(week[5]?.filter((time) => time.startsWith('('))).toEqual(['(10:30)', '(11:00)', '(11:30)'])
	})
})

test('R13: a time is taken late in the evening after a day of 25 hours, and in the night after one of 23', () => {
	const allDay = { staff: [{ id: 'ada', from: '00:00', until: '24:00' }], opens: '00:00', closes: '24:00' }
	const zone = 'Europe/London'
	const taken = (date: string, next: string, from: string, until: string) => {
		const busy = [busyFrom('ada', from, until, next, zone)]
		return timesOf(aSearch({ ...allDay, zone, date, days: 2, minutes: 10, busy })).map((times) =>
			times.filter((time) => time.startsWith('(')),
		)
	}
	expect(taken('2026-10-25', '2026-10-26', '23:30', '23:50')).toEqual([[], ['(23:30)']])
	expect(taken('2026-03-29', '2026-03-30', '00:00', '00:10')).toEqual([[], ['(00:00)']])
	// The 25th hour of the last day, too.
	expect(taken('2026-10-24', '2026-10-25', '23:30', '23:50')).toEqual([[], ['(23:30)']])
	expect(taken('2026-10-25', '2026-10-25', '23:30', '23:50')).toEqual([['(23:30)'], []])
})
