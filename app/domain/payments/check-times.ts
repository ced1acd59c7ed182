import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/** The first check waits for the customer to pay; both lost, a payment is found within five minutes of it (R22). */
const FIRST_CHECK_MINUTES = 2
const LONGEST_PAUSE_MINUTES = 30

/**
 * When the sweeper asks Paystack about an attempt, having asked `checkCount` times: every two minutes while its customer
 * may be paying, then ever more rarely.
 */
export function nextCheckAt(attempt: { expiresAt: Instant; checkCount: number }, now: Instant): Instant {
	if (now <= attempt.expiresAt + 5 * MINUTE_MS) return now + FIRST_CHECK_MINUTES * MINUTE_MS
	const growing = FIRST_CHECK_MINUTES * 2 ** Math.min(Math.max(0, attempt.checkCount - 10), 10)
	return now + Math.min(LONGEST_PAUSE_MINUTES, growing) * MINUTE_MS
}
