import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { PaymentChannel } from '#app/kernel/vocabulary.ts'

/** A chosen time is kept this long while the customer checks out (spec 3, "Words and numbers"). */
const HOLD_MINUTES = 10
const CARD_HOLD_MINUTES = 15
const TRANSFER_HOLD_MINUTES = 35

export type Hold = {
	id: string
	startsAt: Instant
	expiresAt: Instant
	renewedAt: Instant | null
}

export function holdExpiry(now: Instant): Instant {
	return now + HOLD_MINUTES * MINUTE_MS
}

/** While the customer pays: a card takes minutes, a transfer or USSD longer (R29). */
export function paymentHoldExpiry(channels: readonly PaymentChannel[], now: Instant): Instant {
	const isCardOnly = channels.every((channel) => channel === 'card')
	return now + (isCardOnly ? CARD_HOLD_MINUTES : TRANSFER_HOLD_MINUTES) * MINUTE_MS
}

/** Expiry is this comparison, never a job having run (R12). At its very end a hold is over. */
export function isHoldAlive(hold: Pick<Hold, 'expiresAt'>, now: Instant): boolean {
	return hold.expiresAt > now
}

/** A live hold may be renewed once by hand (R8). */
export function mayRenewHold(hold: Pick<Hold, 'expiresAt' | 'renewedAt'>, now: Instant): boolean {
	return isHoldAlive(hold, now) && hold.renewedAt === null
}

/** A renewal that was asked for again within a minute is the same press, sent twice: its answer is the same too. */
export function wasJustRenewed(hold: Pick<Hold, 'renewedAt'>, now: Instant): boolean {
	return hold.renewedAt !== null && now - hold.renewedAt < MINUTE_MS
}
