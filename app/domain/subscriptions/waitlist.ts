import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/** A freed seat is held for the next in line (D49). */
export const SEAT_OFFER_MS = 30 * MINUTE_MS

/** A seat freed later before the start is free for all (D49). */
export const LAST_OFFER_MS = HOUR_MS

/** Whether a freed seat goes to the first to book, not to the line (M31). */
export function isLineClosed(startsAt: Instant, now: Instant): boolean {
	return startsAt < now + LAST_OFFER_MS
}

/** Passed offers that end a wait (D49). */
export const MAX_OFFERS = 2

export type SeatWaitState =
	| { kind: 'offered'; until: Instant }
	| { kind: 'waiting'; place: number }
	/** The customer may join again, at the end of the line. */
	| { kind: 'spent' }

/** By the clock: no job ends an offer. `ahead` counts customers with an earlier offer. */
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
