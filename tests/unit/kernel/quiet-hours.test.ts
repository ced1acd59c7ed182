import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#app/kernel/instant.ts'
import { isQuietAt, reminderDueAt, reminderTimes } from '#app/kernel/quiet-hours.server.ts'

const LAGOS = 'Africa/Lagos'
const lagos = (moment: string) => Date.parse(`${moment}+01:00`)
const longAgo = lagos('2026-11-01T00:00')

test('D49: quiet hours begin at 21:00 and end at 07:00 on the clock of the shop', () => {
	const quiet = (time: string) => isQuietAt(LAGOS, lagos(`2026-11-24T${time}`))
	expect(['20:59', '21:00', '23:59', '00:00', '06:59', '07:00'].map(quiet)).toEqual([
		false,
		true,
		true,
		true,
		true,
		false,
	])
	expect(isQuietAt('America/New_York', lagos('2026-11-24T12:00'))).toBe(true)
})

describe('A reminder', () => {
	test.each([
		['2026-11-26T18:30', 24, '2026-11-25T18:30'],
		['2026-11-26T18:30', 2, '2026-11-26T16:30'],
		// In quiet hours: at 20:30 before them.
		['2026-11-26T06:00', 24, '2026-11-24T20:30'],
		['2026-11-26T06:00', 2, '2026-11-25T20:30'],
		['2026-11-26T22:30', 24, '2026-11-25T20:30'],
		['2026-11-26T23:30', 2, '2026-11-26T20:30'],
		['2026-11-26T09:00', 2, '2026-11-26T07:00'],
		['2026-11-26T08:59', 2, '2026-11-25T20:30'],
	])('of a session at %s, %i hours before, is due at %s', (start, hoursBefore, due) => {
		const asked = { startsAt: lagos(start), hoursBefore, bookedAt: longAgo }
		expect(reminderDueAt(LAGOS, asked)).toBe(lagos(due))
	})

	test('that was due when the session was booked, or before, is none', () => {
		const startsAt = lagos('2026-11-26T18:30')
		const dueAt = startsAt - DAY_MS
		const bookedAt = (at: number) => reminderDueAt(LAGOS, { startsAt, hoursBefore: 24, bookedAt: at })
		expect([bookedAt(dueAt - 1), bookedAt(dueAt), bookedAt(dueAt + 1)]).toEqual([dueAt, null, null])
	})

	test('P17: goes out within half an hour before it is due, so that those of one start do not wait for each other', () => {
		const startsAt = lagos('2026-11-26T09:00')
		const dues = Array.from({ length: 300 }, (_, n) => reminderTimes(LAGOS, startsAt, longAgo + n * 77_777))
		for (const [hoursBefore, from, until] of [
			[24, '2026-11-25T08:30', '2026-11-25T09:00'],
			// Half an hour earlier is a quiet hour.
			[2, '2026-11-26T07:00', '2026-11-26T07:30'],
		] as const) {
			const own = dues.flat().filter((one) => one.hoursBefore === hoursBefore)
			expect(own).toHaveLength(300)
			for (const { dueAt } of own) {
				expect(dueAt).toBeGreaterThanOrEqual(lagos(from))
				expect(dueAt).toBeLessThanOrEqual(lagos(until))
			}
		}
		const minutes = new Set(dues.map(([first]) => Math.floor((first?.dueAt ?? 0) / 60_000)))
		expect(minutes.size).toBeGreaterThanOrEqual(30)
	})
})
