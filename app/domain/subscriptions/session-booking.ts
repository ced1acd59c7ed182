import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type {
	EntryKind,
	SessionBookingState,
	SessionBookingStatus,
} from '#app/kernel/vocabulary/subscriptions.ts'
import { entriesLeft } from './entry-allowance.ts'
import type { SessionProblem } from './session-refusal.ts'
import { coversInstant, type SubscriptionTimes, subscriptionState } from './subscription-state.ts'

/** Of an unlimited plan. */
export const MAX_SESSIONS_AHEAD = 10

export type BookingSubscription = SubscriptionTimes & {
	entryKind: EntryKind
	totalVisitsAllowed: number | null
	maxEntriesPerWeek: number | null
	/** By the start of their week. */
	entriesByWeek: Readonly<Record<string, number>>
	/** In coming sessions. */
	placesAhead: number
}

export type SessionToBook = {
	startsAt: Instant
	weekStartsAt: Instant
	calledOffAt: Instant | null
	capacity: number
	/** Taken, or held for another customer. */
	seatsTaken: number
	ownBookingId: string | null
}

/** For a session in that week; null for a plan without a limit (D10). */
export function entriesLeftFor(subscription: BookingSubscription, weekStartsAt: Instant): number | null {
	const { entriesByWeek } = subscription
	return entriesLeft({
		...subscription,
		entriesUsed: Object.values(entriesByWeek).reduce((sum, count) => sum + count, 0),
		entriesUsedInWeek: entriesByWeek[weekStartsAt] ?? 0,
	})
}

/** Why this subscription gives no entry for a session, seats aside; null where it does. */
export function entryProblem(
	session: Pick<SessionToBook, 'startsAt' | 'weekStartsAt'>,
	subscription: BookingSubscription | null,
	now: Instant,
): SessionProblem | null {
	if (subscription === null) return 'subscription_not_usable'
	const state = subscriptionState(subscription, now)
	if (state === 'paused') return 'plan_paused'
	if (state !== 'active' && state !== 'upcoming') return 'subscription_not_usable'
	if (!coversInstant(subscription, session.startsAt)) return 'outside_plan'
	if (entriesLeftFor(subscription, session.weekStartsAt) === 0)
		return subscription.entryKind === 'weekly' ? 'entries_used_up_in_week' : 'entries_used_up'
	return subscription.entryKind === 'unlimited' && subscription.placesAhead >= MAX_SESSIONS_AHEAD
		? 'too_many_sessions_ahead'
		: null
}

/** Null where the session can be booked with this subscription. The write checks all of it again. */
export function sessionBookingProblem(
	session: SessionToBook,
	subscription: BookingSubscription | null,
	now: Instant,
): SessionProblem | null {
	if (session.ownBookingId !== null) return 'already_booked'
	if (session.calledOffAt !== null) return 'session_called_off'
	if (now >= session.startsAt) return 'session_begun'
	const problem = entryProblem(session, subscription, now)
	if (problem !== null) return problem
	return session.seatsTaken >= session.capacity ? 'session_full' : null
}

/** The time for a late scan after the session's end (D48). */
const NO_SHOW_MS = 24 * HOUR_MS

/** An unused place becomes a no-show by the clock, not by a job. */
export function sessionBookingState(
	{ status, endsAt }: { status: SessionBookingStatus; endsAt: Instant },
	now: Instant,
): SessionBookingState {
	return status === 'booked' && now >= endsAt + NO_SHOW_MS ? 'no_show' : status
}

/** A place cancelled this long before its start keeps its entry (D11). */
export const FREE_CANCELLATION_MS = 24 * HOUR_MS

/**
 * The effect of cancelling on the entry, for text and action alike (D11); the last instant is free. 'too_late': from
 * the start on (D47).
 */
export function entryOnCancelling(startsAt: Instant, now: Instant): 'returned' | 'forfeited' | 'too_late' {
	if (now >= startsAt) return 'too_late'
	return now <= startsAt - FREE_CANCELLATION_MS ? 'returned' : 'forfeited'
}
