import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { PaymentChannel } from '#app/kernel/vocabulary/payments.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'

/** During checkout (C35). */
const HOLD_MINUTES = 10
const CARD_HOLD_MINUTES = 15
const TRANSFER_HOLD_MINUTES = 35
/** The longest that a draft is held in all without a started payment; a trigger has the same number (F7). */
const MAX_HELD_MINUTES = 30
/** Only in its last minutes can a hold be renewed, so that the button gives what it says (M6). */
const RENEWABLE_MINUTES = 3
/** A shorter hold is of no help: the time is chosen without one. */
const SHORTEST_HOLD_MS = MINUTE_MS

/** Live holds of a contact (C36). */
export const MAX_HOLDS = 3

export type Hold = {
	id: string
	startsAt: Instant
	expiresAt: Instant
	renewedAt: Instant | null
	/** The checkout being paid for it. */
	checkoutId: string | null
	firstHeldAt: Instant | null
}

/**
 * Ten minutes, within the draft's thirty (F7). Null when those are used up: the time can be booked while free, and is
 * not held.
 */
export function holdExpiry(firstHeldAt: Instant | null, now: Instant): Instant | null {
	const expiresAt = Math.min(now + HOLD_MINUTES * MINUTE_MS, heldAtMostUntil(firstHeldAt ?? now))
	return expiresAt - now < SHORTEST_HOLD_MS ? null : expiresAt
}

/** When the customer goes to pay: a card takes minutes, a transfer or USSD longer (R29, K9). */
export function paymentHoldExpiry(channels: readonly PaymentChannel[], now: Instant): Instant {
	const isCardOnly = channels.every((channel) => channel === 'card')
	return now + (isCardOnly ? CARD_HOLD_MINUTES : TRANSFER_HOLD_MINUTES) * MINUTE_MS
}

/** Expiry is this comparison (R12). A hold is over at `expiresAt` itself. */
export function isHoldAlive(hold: Pick<Hold, 'expiresAt'>, now: Instant): boolean {
	return hold.expiresAt > now
}

/** Ten minutes after its present end, as the button says (M6). */
export function renewedHoldExpiry(hold: Pick<Hold, 'expiresAt'>): Instant {
	return hold.expiresAt + HOLD_MINUTES * MINUTE_MS
}

/**
 * How much of a hold may be left, in milliseconds, to renew it once (R8): its last three minutes. Null when it was
 * renewed, is being paid, or would pass the draft's thirty minutes.
 */
export function renewableLeftMs(
	hold: Pick<Hold, 'expiresAt' | 'renewedAt' | 'checkoutId' | 'firstHeldAt'>,
): number | null {
	if (hold.renewedAt !== null || hold.checkoutId !== null || hold.firstHeldAt === null) return null
	if (renewedHoldExpiry(hold) > heldAtMostUntil(hold.firstHeldAt)) return null
	return RENEWABLE_MINUTES * MINUTE_MS
}

export function mayRenewHold(hold: Parameters<typeof renewableLeftMs>[0], now: Instant): boolean {
	const leftMs = renewableLeftMs(hold)
	return leftMs !== null && isHoldAlive(hold, now) && hold.expiresAt - now <= leftMs
}

/** A second renewal within a minute is one press sent twice: it gets the first answer. */
export function wasJustRenewed(hold: Pick<Hold, 'renewedAt'>, now: Instant): boolean {
	return hold.renewedAt !== null && now - hold.renewedAt < MINUTE_MS
}

function heldAtMostUntil(firstHeldAt: Instant): Instant {
	return firstHeldAt + MAX_HELD_MINUTES * MINUTE_MS
}

export type LiveAppointment = {
	appointmentId: string
	serviceName: string
	shopName: string
	timeZone: ZoneName
	startsAt: Instant
	endsAt: Instant
}

/**
 * A customer's appointments that overlap a time, to warn of before booking (R6). Half-open: one may begin when another
 * ends.
 */
export function overlappingAppointments<Live extends Pick<LiveAppointment, 'startsAt' | 'endsAt'>>(
	appointments: readonly Live[],
	startsAt: Instant,
	endsAt: Instant,
): Live[] {
	return appointments.filter((appointment) => appointment.startsAt < endsAt && appointment.endsAt > startsAt)
}
