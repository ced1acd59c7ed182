import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/**
 * Until when cancelling gives prepaid money back: the shop's free minutes before the visit begins (24 hours by
 * default). Fixed when the visit is booked; moving the visit never moves it (spec 3, "Words and numbers").
 */
export function refundableUntil(startsAt: Instant, freeCancellationMinutes: number): Instant {
	return startsAt - freeCancellationMinutes * MINUTE_MS
}
