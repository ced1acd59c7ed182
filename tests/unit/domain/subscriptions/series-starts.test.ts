import { expect, test } from 'vitest'
import { newSessionFormSchema } from '#app/domain/subscriptions/owner-forms.server.ts'
import { seriesStarts } from '#app/domain/subscriptions/series-starts.server.ts'
import { lagos } from '#tests/support/small-shop.ts'

const zone = 'Africa/Lagos'
/** A Monday, ten in the morning. */
const now = lagos('2026-11-23', '10:00')
const times = { weekdays: [1, 3], minute: 540, from: '2026-11-23', until: '2026-12-02' } as const

test('a series has each of its weekdays until its last day; what has begun is left out', () => {
	expect(seriesStarts(zone, times, now)).toEqual({
		ok: true,
		value: ['2026-11-25', '2026-11-30', '2026-12-02'].map((date) => ({
			date,
			startsAt: lagos(date, '09:00'),
		})),
	})
	const later = seriesStarts(zone, { ...times, minute: 660, from: '2026-11-01' }, now)
	expect(later.ok && later.value[0]).toEqual({ date: '2026-11-23', startsAt: lagos('2026-11-23', '11:00') })
})

test('it is at one time of the shop’s clock: on a day that skips it, an hour later', () => {
	const spring = { weekdays: [6, 7], minute: 150, from: '2027-03-27', until: '2027-03-28' } as const
	const starts = seriesStarts('Europe/Berlin', spring, now)
	expect(starts.ok && starts.value.map(({ startsAt }) => new Date(startsAt).toISOString())).toEqual([
		'2027-03-27T01:30:00.000Z',
		'2027-03-28T01:30:00.000Z',
	])
})

test('it is refused where none is ahead, where it is too long and where it goes too far', () => {
	const refusal = (changed: object) => seriesStarts(zone, { ...times, ...changed }, now)
	expect(refusal({ weekdays: [2], until: '2026-11-23' })).toMatchObject({ refusal: 'series_empty' })
	expect(refusal({ from: '2026-12-01', until: '2026-11-30' })).toMatchObject({ refusal: 'series_empty' })
	const daily = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '2026-11-24' }
	expect(refusal({ ...daily, until: '2027-03-03' })).toMatchObject({ ok: true })
	expect(refusal({ ...daily, until: '2027-03-04' })).toMatchObject({ refusal: 'series_too_long' })
	expect(refusal({ until: '2027-11-24' })).toMatchObject({ ok: false })
	expect(refusal({ weekdays: [1], until: '2027-11-24' })).toMatchObject({ ok: true })
	expect(refusal({ weekdays: [1], until: '2027-11-25' })).toMatchObject({ refusal: 'series_too_long' })
})

const typed = {
	...{ act: 'AHv6xgSI3IZcnX39ZJMI9A', planId: 'plan', date: '2026-11-25', time: '18:30' },
	...{ durationMinutes: '60', capacity: '8', weekdays: [] as string[] },
}

test('a session is read as it is typed; weekdays and a last day make it a series', () => {
	expect(newSessionFormSchema.parse(typed)).toMatchObject({ time: 1110, capacity: 8, staffMemberId: null })
	expect(newSessionFormSchema.parse({ ...typed, weekdays: ['1', '3'], until: '2026-12-31' })).toMatchObject({
		weekdays: [1, 3],
		until: '2026-12-31',
	})
})

test.each([
	[{ planId: undefined }, 'Choose a plan'],
	[{ date: undefined }, 'Choose a date'],
	[{ time: '25:00' }, 'Choose a time'],
	[{ durationMinutes: '1441' }, 'Minutes must be a whole number from 1 to 1,440'],
	[{ capacity: '0' }, 'Seats must be a whole number from 1 to 1,000'],
	[{ weekdays: ['1'] }, 'Choose the last day'],
	[{ until: '2026-12-31' }, 'Choose the days it repeats on'],
	[{ weekdays: ['1'], until: '2026-11-24' }, 'The last day is before the first'],
])('%j is refused in words', (wrong, words) => {
	const read = newSessionFormSchema.safeParse({ ...typed, ...wrong })
	expect(read.error?.issues.map(({ message }) => message)).toEqual([words])
})
