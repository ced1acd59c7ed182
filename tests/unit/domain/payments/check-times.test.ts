import { expect, test } from 'vitest'
import {
	firstCheckAt,
	isRefundOverdue,
	isSilentTooLong,
	nextCheckAfterSilence,
	nextCheckAt,
	nextRefundAttemptAt,
	youngSince,
} from '#app/domain/payments/check-times.ts'
import { MAX_CHECKS_IN_A_RUN } from '#app/flows/payments/sweep-payments.server.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { isDeep } from '#tests/support/deep.ts'

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
	// While the customer may be paying, checks are as frequent as after an answer.
	const open = startedAt + 5 * MINUTE_MS
	expect(nextCheckAfterSilence({ expiresAt, unansweredSince: null }, open) - open).toBe(3 * MINUTE_MS)
})

test('F1: a person is told when there has been no answer for more than a day', () => {
	expect(
		[null, startedAt, startedAt + 1].map((since) => isSilentTooLong(since, startedAt + DAY_MS + 1)),
	).toEqual([false, true, false])
})

const now = 5_000_000

test('a refund is asked about after a minute, then after twice as long each time, and every six hours in the end', () => {
	const minutes = (attemptCount: number) => (nextRefundAttemptAt(attemptCount, now) - now) / MINUTE_MS
	expect([0, 1, 2, 8, 9, 2_000].map(minutes)).toEqual([1, 2, 4, 256, 360, 360])
})

test('a refund that Paystack has not taken for more than a day needs the operator', () => {
	const isOverdue = (requestedAt: number) => isRefundOverdue({ requestedAt }, now)
	expect([now - DAY_MS, now - DAY_MS - 1].map(isOverdue)).toEqual([false, true])
})

type Attempt = { expiresAt: Instant; createdAt: Instant; nextCheckAt: Instant; paidAt: Instant | null }

/** Numbers from 0 to 1 in an order that a seed repeats. */
function seeded(seed: number) {
	let state = seed
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
		return state / 2 ** 32
	}
}

/**
 * Days of abandoned payments, with the rule of check times and the size of a sweeper's run. One payment in 100 is paid
 * while held, and its webhook is lost. Gives the longest wait of these, and the checks for each payment.
 */
function simulate({ perDay, days, seed }: { perDay: number; days: number; seed: number }) {
	const random = seeded(seed)
	let open: Attempt[] = []
	let [slowestMs, questions, started] = [0, 0, 0]
	for (let now = 0; now < days * DAY_MS; now += MINUTE_MS) {
		// Evenings are three times as busy as the rest of a day.
		const rate = (now % DAY_MS > 0.7 * DAY_MS ? 3 : 1) / 1.6
		for (let arriving = (perDay / 1_440) * rate; random() < arriving; arriving -= 1) {
			const expiresAt = now + (random() < 0.5 ? 15 : 35) * MINUTE_MS
			const paidAt = random() < 0.01 ? now + random() * (expiresAt - now) : null
			open.push({ expiresAt, createdAt: now, nextCheckAt: firstCheckAt(now), paidAt })
			started += 1
		}
		const isOld = ({ expiresAt }: Attempt) => (expiresAt < youngSince(now) ? 1 : 0)
		const asked = open
			.filter((attempt) => attempt.nextCheckAt <= now)
			.sort((a, b) => isOld(a) - isOld(b) || a.nextCheckAt - b.nextCheckAt)
			.slice(0, MAX_CHECKS_IN_A_RUN)
		questions += asked.length
		for (const attempt of asked) {
			if (attempt.paidAt !== null && attempt.paidAt <= now) {
				slowestMs = Math.max(slowestMs, now - attempt.paidAt)
				attempt.nextCheckAt = Number.POSITIVE_INFINITY
			} else attempt.nextCheckAt = nextCheckAt(attempt, now)
		}
		open = open.filter(
			(one) => one.nextCheckAt !== Number.POSITIVE_INFINITY && now - one.createdAt <= 3 * DAY_MS,
		)
	}
	return { slowestMs, questionsEach: questions / started }
}

test(
	'F6: with 2,000 abandoned payments a day a paid one whose webhook was lost is found within five minutes',
	() => {
		const { slowestMs, questionsEach } = simulate({ perDay: 2_000, days: isDeep ? 30 : 2, seed: 7 })
		expect(slowestMs).toBeGreaterThan(0)
		expect(slowestMs).toBeLessThanOrEqual(5 * MINUTE_MS)
		expect(questionsEach).toBeLessThanOrEqual(35)
	},
	isDeep ? 600_000 : 60_000,
)
