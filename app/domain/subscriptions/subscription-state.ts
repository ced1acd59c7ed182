import type { Instant } from '#app/kernel/instant.ts'
import type { SubscriptionState } from '#app/kernel/vocabulary/subscriptions.ts'

/** A pause has moved `endsAt` already (D44). */
export type SubscriptionTimes = {
	startsAt: Instant
	endsAt: Instant
	pausedAt: Instant | null
	resumesAt: Instant | null
	cancelledAt: Instant | null
}

/** By the clock alone: no job ends or resumes a subscription. */
export function subscriptionState(times: SubscriptionTimes, now: Instant): SubscriptionState {
	if (times.cancelledAt !== null) return 'cancelled'
	if (now >= times.endsAt) return 'expired'
	if (isPausedAt(times, now)) return 'paused'
	return now < times.startsAt ? 'upcoming' : 'active'
}

/** Whether it lets its holder in then, such as at a session's start (D44, D47). */
export function coversInstant(times: SubscriptionTimes, at: Instant): boolean {
	return times.cancelledAt === null && times.startsAt <= at && at < times.endsAt && !isPausedAt(times, at)
}

function isPausedAt({ pausedAt, resumesAt }: SubscriptionTimes, at: Instant): boolean {
	return pausedAt !== null && resumesAt !== null && pausedAt <= at && at < resumesAt
}
