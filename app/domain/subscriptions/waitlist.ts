import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/** So long a freed seat is held for the next in line (D49). */
export const SEAT_OFFER_MS = 30 * MINUTE_MS

/** A seat that is freed later than so long before the start is free for all (D49). */
export const LAST_OFFER_MS = HOUR_MS

/** From then on a freed seat goes to the first to book it: the line promises nothing any more (M31). */
export function isLineClosed(startsAt: Instant, now: Instant): boolean {
	return startsAt < now + LAST_OFFER_MS
}

/** Letting this many offers pass ends a wait (D49). */
export const MAX_OFFERS = 2

/** The state of a customer who waits for a seat. */
export type SeatWaitState =
	| { kind: 'offered'; until: Instant }
	| { kind: 'waiting'; place: number }
	/** Two offers passed. They may join again, at the end of the line. */
	| { kind: 'spent' }

/** The state of a wait by the clock: an offer ends without a job. `ahead` counts customers with an earlier offer. */
export function seatWaitState(
	{
		offerCount,
		offerExpiresAt,
		ahead,
	}: { offerCount: number; offerExpiresAt: Instant | null; ahead: number },
	now: Instant,
): SeatWaitState {
	if (offerExpiresAt !== null && now < offerExpiresAt) return { kind: 'offered', until: offerExpiresAt }
	return offerCount >= MAX_OFFERS ? { kind: 'spent' } : { kind: 'waiting', place: ahead + 1 }
}
