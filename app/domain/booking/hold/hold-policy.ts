import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { PaymentChannel } from '#app/kernel/vocabulary/payments.ts'

/** How long a chosen time is kept during checkout (C35). */
const HOLD_MINUTES = 10
const CARD_HOLD_MINUTES = 15
const TRANSFER_HOLD_MINUTES = 35
/** How long a draft keeps times in all without a started payment; a trigger knows the same number (F7). */
const MAX_HELD_MINUTES = 30
/** A hold can be renewed in its last minutes only, so that the press gives what it says (M6). */
const RENEWABLE_MINUTES = 3
/** A shorter hold is of no help: the time is chosen without one. */
const SHORTEST_HOLD_MS = MINUTE_MS

/** How many live holds a contact may have (C36). */
export const MAX_HOLDS = 3

export type Hold = {
	id: string
	startsAt: Instant
	expiresAt: Instant
	renewedAt: Instant | null
	/** The checkout that is being paid for it. */
	checkoutId: string | null
	/** When its draft first held a time. */
	firstHeldAt: Instant | null
}

/**
 * The end of a hold that is made now: ten minutes, within the draft's thirty (F7). Null when those are used up: the
 * time can be booked while it is free, and is not kept.
 */
export function holdExpiry(firstHeldAt: Instant | null, now: Instant): Instant | null {
	const expiresAt = Math.min(now + HOLD_MINUTES * MINUTE_MS, heldAtMostUntil(firstHeldAt ?? now))
	return expiresAt - now < SHORTEST_HOLD_MS ? null : expiresAt
}

/** The end of a hold whose customer goes to pay now. A card takes minutes; a transfer or USSD longer (R29, K9). */
export function paymentHoldExpiry(channels: readonly PaymentChannel[], now: Instant): Instant {
	const isCardOnly = channels.every((channel) => channel === 'card')
	return now + (isCardOnly ? CARD_HOLD_MINUTES : TRANSFER_HOLD_MINUTES) * MINUTE_MS
}

/** Expiry is this comparison and waits for no job (R12). A hold is over at `expiresAt` itself. */
export function isHoldAlive(hold: Pick<Hold, 'expiresAt'>, now: Instant): boolean {
	return hold.expiresAt > now
}

/** The end of a renewed hold: ten minutes after its present end, which is what the button says (M6). */
export function renewedHoldExpiry(hold: Pick<Hold, 'expiresAt'>): Instant {
	return hold.expiresAt + HOLD_MINUTES * MINUTE_MS
}

/**
 * How much of a hold may be left, in milliseconds, when it is renewed by hand, once (R8): its last three minutes. Null
 * when it may not be: it was renewed before, is being paid, or ten more minutes would pass the draft's thirty.
 */
export function renewableLeftMs(
	hold: Pick<Hold, 'expiresAt' | 'renewedAt' | 'checkoutId' | 'firstHeldAt'>,
): number | null {
	if (hold.renewedAt !== null || hold.checkoutId !== null || hold.firstHeldAt === null) return null
	if (renewedHoldExpiry(hold) > heldAtMostUntil(hold.firstHeldAt)) return null
	return RENEWABLE_MINUTES * MINUTE_MS
}

/** Whether a hold may be renewed now. */
export function mayRenewHold(hold: Parameters<typeof renewableLeftMs>[0], now: Instant): boolean {
	const leftMs = renewableLeftMs(hold)
	return leftMs !== null && isHoldAlive(hold, now) && hold.expiresAt - now <= leftMs
}

/** A second renewal within a minute is one press sent twice, and gets the answer of the first. */
export function wasJustRenewed(hold: Pick<Hold, 'renewedAt'>, now: Instant): boolean {
	return hold.renewedAt !== null && now - hold.renewedAt < MINUTE_MS
}

function heldAtMostUntil(firstHeldAt: Instant): Instant {
	return firstHeldAt + MAX_HELD_MINUTES * MINUTE_MS
}
