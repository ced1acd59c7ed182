import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { type EntryUse, hasEntryLeft } from './entry-allowance.ts'
import { type SubscriptionTimes, subscriptionState } from './subscription-state.ts'

/** The life of a code. */
export const CHECK_IN_MS = 2 * MINUTE_MS
/** A scan completes a booked session from this long before its start (D48). */
export const OPENS_BEFORE_START_MS = HOUR_MS
export const TYPED_CODE_LENGTH = 6

export type ShownCode = SubscriptionTimes &
	EntryUse & {
		shopId: string
		expiresAt: Instant
		usedAt: Instant | null
		usedByKey: string | null
		/** The session that a scan completes now; null without one. */
		place: object | null
	}

export type CheckInProblem =
	| 'other_shop'
	| 'code_used'
	| 'code_expired'
	| 'subscription_paused'
	| 'subscription_over'
	| 'subscription_not_begun'
	| 'no_entry_left'

/**
 * Null when the code lets in. A booked session lets in from an hour before its start until its end, also before and
 * after the plan's period. It takes no second entry (D48).
 */
export function checkInProblem(code: ShownCode, shopId: string, now: Instant): CheckInProblem | null {
	if (code.shopId !== shopId) return 'other_shop'
	if (code.usedAt !== null) return 'code_used'
	if (now >= code.expiresAt) return 'code_expired'
	return checkInSubjectProblem(code, now)
}

export type CheckInSubject = SubscriptionTimes & EntryUse & Pick<ShownCode, 'place'>

type AppointmentProblem = Exclude<CheckInProblem, 'other_shop' | 'code_used' | 'code_expired'>

/** Why a code of this subscription would not let in; null where it would (M36). */
export function checkInSubjectProblem(held: CheckInSubject, now: Instant): AppointmentProblem | null {
	const state = subscriptionState(held, now)
	if (state === 'paused') return 'subscription_paused'
	if (state === 'cancelled') return 'subscription_over'
	if (held.place !== null) return null
	if (state === 'expired') return 'subscription_over'
	if (state === 'upcoming') return 'subscription_not_begun'
	return hasEntryLeft(held) ? null : 'no_entry_left'
}

/** 'wk7 4qm' is WK74QM. */
export function readTypedCode(typed: string): string {
	return typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
