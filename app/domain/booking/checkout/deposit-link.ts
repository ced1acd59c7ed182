import { isHoldAlive } from '#app/domain/booking/hold/hold-policy.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/** The most hours for which a time waits for its deposit, whatever a shop's column says (D66). */
const MOST_HOLD_HOURS = 24
/** A time is the shop's again so long before it begins: it can still be given to others. */
const FREE_BEFORE_START_MS = 2 * HOUR_MS
/** A shorter wait is of no help: the customer opens the link and pays. */
const SHORTEST_WAIT_MS = 15 * MINUTE_MS
/** Mails of one link. */
export const MAX_DEPOSIT_MAILS = 3

/** Until when a time waits for its deposit; null where it begins too soon for that (D66). */
export function depositHeldUntil(holdHours: number, startsAt: Instant, now: Instant): Instant | null {
	const hours = Math.min(Math.max(holdHours, 1), MOST_HOLD_HOURS)
	const heldUntilAt = Math.min(now + hours * HOUR_MS, latestHoldEnd(startsAt))
	return heldUntilAt - now < SHORTEST_WAIT_MS ? null : heldUntilAt
}

/** The end of a hold whose customer goes to pay now: never earlier than it was, nor past two hours before the start. */
export function depositHeldWhilePaying(
	heldUntilAt: Instant,
	paymentHeldUntilAt: Instant,
	startsAt: Instant,
): Instant {
	return Math.max(heldUntilAt, Math.min(paymentHeldUntilAt, latestHoldEnd(startsAt)))
}

function latestHoldEnd(startsAt: Instant): Instant {
	return startsAt - FREE_BEFORE_START_MS
}

/**
 * Where a deposit link stands. `booked`: its appointment is there. `paid`: money came, and other times are offered or
 * it goes back. `waiting`: the time is held. `let_go`: the shop freed the time. `lapsed`: the time is free again.
 */
export type DepositState = 'booked' | 'paid' | 'waiting' | 'let_go' | 'lapsed'

/** Expiry is a comparison with now, and waits for no job (R12). */
export function depositState(
	{
		checkout: { bookedAppointmentId, heldUntilAt },
		paidReference,
		letGoAt,
	}: {
		checkout: { bookedAppointmentId: string | null; heldUntilAt: Instant | null }
		paidReference: string | null
		letGoAt: Instant | null
	},
	now: Instant,
): DepositState {
	if (bookedAppointmentId !== null) return 'booked'
	if (paidReference !== null) return 'paid'
	if (heldUntilAt !== null && isHoldAlive({ expiresAt: heldUntilAt }, now)) return 'waiting'
	return letGoAt === null ? 'lapsed' : 'let_go'
}

/** The code of a typed or tapped address, in capitals and without dashes; null for what cannot be one. */
export function readDepositCode(typed: string): string | null {
	const code = typed.replace(/[\s-]/g, '').toUpperCase()
	return /^[A-Z2-9]{12}$/.test(code) ? code : null
}

/** How many letters a new code has: 60 random bits, valid for a day. */
export const DEPOSIT_CODE_LETTERS = 12
