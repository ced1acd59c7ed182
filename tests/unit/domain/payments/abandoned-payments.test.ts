import { expect, test } from 'vitest'
import { firstCheckAt, nextCheckAt, youngSince } from '#app/domain/payments/check-times.ts'
import { MAX_CHECKS_IN_A_RUN } from '#app/flows/payments/sweep-payments.server.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { isDeep } from '#tests/support/deep.ts'

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
 * Days of abandoned payments with the rule of check times and the size of a run of the sweeper. One in 100 is paid in
 * the time of its hold, and its webhook is lost. Gives how long the slowest of these waited, and the questions for
 * each.
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
