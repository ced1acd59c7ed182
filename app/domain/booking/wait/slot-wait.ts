import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { SlotWaitEnding } from '#app/kernel/vocabulary/booking.ts'

/** How long a freed time is held for the first in line. */
export const SLOT_OFFER_MS = 15 * MINUTE_MS
/** Freed times that are held for one wait, one after the other; who lets them pass leaves the line. */
const MAX_HELD_OFFERS = 2
/** Freed times that a wait without a proven address is told of. */
const MAX_TOLD_OFFERS = 5

/** How far a wait has come, as far as its state needs it. */
export type WaitProgress = {
	isProven: boolean
	offerCount: number
	offerExpiresAt: Instant | null
	/** The end of the live hold of its draft; null without one. */
	heldUntilAt: Instant | null
	endedBy: SlotWaitEnding | null
}

/**
 * The state of a customer in a line. `held`: a time is theirs for now. `told`: they were told of one that nothing
 * holds. `missed`: they let one pass, and wait on.
 */
export type SlotWaitState = 'waiting' | 'held' | 'told' | 'missed' | SlotWaitEnding

/** Where a wait stands now; an offer is over by comparison with now. */
export function slotWaitState(wait: WaitProgress, now: Instant): SlotWaitState {
	const { endedBy, heldUntilAt, offerExpiresAt, offerCount } = wait
	if (endedBy !== null) return endedBy
	if (heldUntilAt !== null && heldUntilAt > now) return 'held'
	if (offerExpiresAt !== null && offerExpiresAt > now) return 'told'
	if (isSpent(wait)) return 'spent'
	return offerCount > 0 ? 'missed' : 'waiting'
}

/** Whether a wait whose last offer is over gets no other. */
export function isSpent({ isProven, offerCount }: Pick<WaitProgress, 'isProven' | 'offerCount'>): boolean {
	return offerCount >= (isProven ? MAX_HELD_OFFERS : MAX_TOLD_OFFERS)
}
