import { expect, test } from 'vitest'
import {
	firstCheckAt,
	isSilentTooLong,
	nextCheckAfterSilence,
	nextCheckAt,
} from '#app/domain/payments/check-times.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'

const startedAt = 1_000_000
const expiresAt = startedAt + 15 * MINUTE_MS
const pause = (minutes: number) => {
	const now = startedAt + minutes * MINUTE_MS
	return (nextCheckAt({ expiresAt }, now) - now) / MINUTE_MS
}

test('R22: while somebody may be paying, and five minutes more, it is asked about every three minutes', () => {
	expect(firstCheckAt(startedAt) - startedAt).toBe(2 * MINUTE_MS)
	for (const minutes of [2, 14, 15, 20]) expect([minutes, pause(minutes)]).toEqual([minutes, 3])
})

test('F6: afterwards ever more rarely, and every six hours in the end', () => {
	expect([21, 24, 28, 36, 52, 84].map(pause)).toEqual([4, 4, 8, 16, 32, 64])
	expect(pause(4_000)).toBe(360)
})

test('R22: one that is under way at Paystack is asked about every half hour at least for a day', () => {
	const pauseAfter = (hours: number) => {
		const now = startedAt + hours * HOUR_MS
		return (nextCheckAt({ expiresAt, isUnderWay: true }, now) - now) / MINUTE_MS
	}
	expect([2, 12, 24, 26].map(pauseAfter)).toEqual([30, 30, 30, 360])
	const young = expiresAt + 5 * MINUTE_MS
	expect(nextCheckAt({ expiresAt, isUnderWay: true }, young + DAY_MS) - young).toBe(DAY_MS + 6 * HOUR_MS)
})

test.each([15, 35])(
	'F6: one that nobody pays, whose hold lasts %i minutes, is asked about 15 to 35 times in three days',
	(holdMinutes) => {
		const attempt = { expiresAt: startedAt + holdMinutes * MINUTE_MS }
		let asked = 0
		for (let now = firstCheckAt(startedAt); now < startedAt + 3 * DAY_MS; now = nextCheckAt(attempt, now))
			asked += 1
		expect(asked).toBeGreaterThanOrEqual(15)
		expect(asked).toBeLessThanOrEqual(35)
	},
)

test('F1: without an answer it is asked about after half an hour at most, then ever more rarely, and for ever', () => {
	const now = startedAt + 3 * DAY_MS
	const pauseOf = (silentMs: number | null) => {
		const unansweredSince = silentMs === null ? null : now - silentMs
		return (nextCheckAfterSilence({ expiresAt, unansweredSince }, now) - now) / MINUTE_MS
	}
	expect([null, 0, 30 * MINUTE_MS, HOUR_MS, 5 * HOUR_MS, DAY_MS, 30 * DAY_MS].map(pauseOf)).toEqual([
		30, 30, 30, 60, 300, 360, 360,
	])
	// While the customer may be paying, as often as with an answer.
	const open = startedAt + 5 * MINUTE_MS
	expect(nextCheckAfterSilence({ expiresAt, unansweredSince: null }, open) - open).toBe(3 * MINUTE_MS)
})

test('F1: a person is told when there has been no answer for more than a day', () => {
	expect(
		[null, startedAt, startedAt + 1].map((since) => isSilentTooLong(since, startedAt + DAY_MS + 1)),
	).toEqual([false, true, false])
})
