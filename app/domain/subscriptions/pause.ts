import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { coversInstant, type SubscriptionTimes, subscriptionState } from './subscription-state.ts'

/** What of a subscription pausing changes, with what its plan allows (D44). */
export type PausableSubscription = SubscriptionTimes & {
	pauseCount: number
	maxPauses: number
	maxPauseDays: number
}

const commonPauses = [7, 14, 21]

/** The lengths of a pause that are offered: whole weeks below the most that the plan allows, and that. */
export function pauseChoices(maxPauseDays: number): number[] {
	return [...commonPauses.filter((days) => days < maxPauseDays), maxPauseDays]
}

/** Why a subscription cannot be paused now; null when it can. */
export function pauseProblem(
	held: PausableSubscription,
	now: Instant,
): 'subscription_not_active' | 'no_pause_left' | null {
	if (subscriptionState(held, now) !== 'active') return 'subscription_not_active'
	return held.pauseCount >= held.maxPauses ? 'no_pause_left' : null
}

/** Paused from now on for so many days: its end moves by as many at once. */
export function paused<Held extends PausableSubscription>(held: Held, days: number, now: Instant): Held {
	return {
		...held,
		pausedAt: now,
		resumesAt: now + days * DAY_MS,
		endsAt: held.endsAt + days * DAY_MS,
		pauseCount: held.pauseCount + 1,
	}
}

/** Running again from now on, before the pause is over: its end moves back by the rest of the pause. */
export function resumed<Held extends SubscriptionTimes>(held: Held, now: Instant): Held {
	return { ...held, resumesAt: now, endsAt: held.endsAt - ((held.resumesAt ?? now) - now) }
}

/** A place in a session, with the period that it was booked in. */
export type PlaceOfPeriod = { startsAt: Instant; period: SubscriptionTimes & { id: string } }

/**
 * The places that a change of a period gives up: those whose start it lets in no more. Periods that were paid for after it
 * move with its end (D44).
 */
export function placesGivenUp<Place extends PlaceOfPeriod>(
	places: readonly Place[],
	{ before, after }: { before: SubscriptionTimes & { id: string }; after: SubscriptionTimes },
): Place[] {
	const shiftMs = after.endsAt - before.endsAt
	return places.filter(({ startsAt, period }) => {
		const changed =
			period.id === before.id
				? after
				: { ...period, startsAt: period.startsAt + shiftMs, endsAt: period.endsAt + shiftMs }
		return !coversInstant(changed, startsAt)
	})
}
