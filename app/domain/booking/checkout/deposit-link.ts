import { isHoldAlive } from '#app/domain/booking/hold/hold-policy.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/** The limit, whatever the shop's column says (D66). */
const MOST_HOLD_HOURS = 24
/** A hold ends at least this long before the start, so that others can book the time. */
const FREE_BEFORE_START_MS = 2 * HOUR_MS
/** A shorter wait leaves the customer no time to pay. */
const SHORTEST_WAIT_MS = 15 * MINUTE_MS
/** Of one link. */
export const MAX_DEPOSIT_MAILS = 3

/** Null where the time begins too soon to wait for a deposit (D66). */
export function depositHeldUntil(holdHours: number, startsAt: Instant, now: Instant): Instant | null {
	const hours = Math.min(Math.max(holdHours, 1), MOST_HOLD_HOURS)
	const heldUntilAt = Math.min(now + hours * HOUR_MS, latestHoldEnd(startsAt))
	return heldUntilAt - now < SHORTEST_WAIT_MS ? null : heldUntilAt
}

/** Never earlier than before, nor past two hours before the start. */
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
 * `paid`: money came, and other times are offered or it is refunded. `let_go`: the shop freed the time. `lapsed`: the
 * time is free again.
 */
export type DepositState = 'booked' | 'paid' | 'waiting' | 'let_go' | 'lapsed'

/** Expiry is a comparison with now (R12). */
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

/** In capitals without dashes; null for text that is no code. */
export function readDepositCode(typed: string): string | null {
	const code = typed.replace(/[\s-]/g, '').toUpperCase()
	return /^[A-Z2-9]{12}$/.test(code) ? code : null
}

/** 60 random bits, valid for a day. */
export const DEPOSIT_CODE_LETTERS = 12
