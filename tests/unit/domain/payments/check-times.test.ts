import { expect, test } from 'vitest'
import { nextCheckAt } from '#app/domain/payments/check-times.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'

const startedAt = 1_000_000
const expiresAt = startedAt + 15 * MINUTE_MS
const pause = (checkCount: number, minutes: number) => {
	const now = startedAt + minutes * MINUTE_MS
	return (nextCheckAt({ expiresAt, checkCount }, now) - now) / MINUTE_MS
}

test('R22: while somebody may be paying, and five minutes more, it is asked about every two minutes', () => {
	for (const minutes of [0, 1, 14, 15, 20]) expect([minutes, pause(minutes, minutes)]).toEqual([minutes, 2])
})

test('afterwards ever more rarely, and every half hour in the end', () => {
	expect([10, 11, 12, 13, 14, 15, 100].map((count) => pause(count, 21))).toEqual([2, 4, 8, 16, 30, 30, 30])
	expect(pause(0, 21)).toBe(2)
	expect(pause(1_000_000, 4_000)).toBe(30)
})

test('of one that nobody pays there are fewer than 200 questions in three days', () => {
	let now = startedAt
	let asked = 0
	while (now < startedAt + 72 * 60 * MINUTE_MS) {
		now = nextCheckAt({ expiresAt, checkCount: asked }, now)
		asked += 1
	}
	expect(asked).toBeLessThan(200)
})
