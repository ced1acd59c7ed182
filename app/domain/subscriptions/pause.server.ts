import { daysBetween } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt, movedByDays, type ZoneName } from '#app/kernel/zone.server.ts'
import { coversInstant, type SubscriptionTimes, subscriptionState } from './subscription-state.ts'

/** What a pause changes, and the plan's limits (D44). */
export type PausableSubscription = SubscriptionTimes & {
	pauseCount: number
	maxPauses: number
	maxPauseDays: number
	shop: { timeZone: ZoneName }
}

const commonPauses = [7, 14, 21]

/** Whole weeks below the plan's limit, and the limit. */
export function pauseChoices(maxPauseDays: number): number[] {
	return [...commonPauses.filter((days) => days < maxPauseDays), maxPauseDays]
}

/** Null when it can be paused. */
export function pauseProblem(
	held: PausableSubscription,
	now: Instant,
): 'subscription_paused' | 'subscription_not_begun' | 'subscription_over' | 'no_pause_left' | null {
	switch (subscriptionState(held, now)) {
		case 'paused':
			return 'subscription_paused'
		case 'upcoming':
			return 'subscription_not_begun'
		case 'expired':
		case 'cancelled':
			return 'subscription_over'
		case 'active':
			return held.pauseCount >= held.maxPauses ? 'no_pause_left' : null
	}
}

/** Pauses now. The end moves by as many days of the shop's clock. */
export function paused<Held extends PausableSubscription>(held: Held, days: number, now: Instant): Held {
	const zone = held.shop.timeZone
	return {
		...held,
		pausedAt: now,
		resumesAt: movedByDays(zone, now, days),
		endsAt: movedByDays(zone, held.endsAt, days),
		pauseCount: held.pauseCount + 1,
	}
}

/** Resumes before the pause is over. The end moves back by the days left of the pause. */
export function resumed<Held extends PausableSubscription>(held: Held, now: Instant): Held {
	const zone = held.shop.timeZone
	const daysLeft = daysBetween(civilAt(zone, now).date, civilAt(zone, held.resumesAt ?? now).date)
	const endsAt = movedByDays(zone, held.endsAt, -daysLeft)
	// A period that would have ended earlier today gets one more day.
	return {
		...held,
		resumesAt: now,
		endsAt: endsAt > now ? endsAt : movedByDays(zone, held.endsAt, 1 - daysLeft),
	}
}

/** A later paid period moves by as many days as the changed period's end (D44). */
export function movedWith<Period extends { startsAt: Instant; endsAt: Instant }>(
	period: Period,
	{ before, after }: { before: PausableSubscription; after: SubscriptionTimes },
): Period {
	const zone = before.shop.timeZone
	const days = daysBetween(civilAt(zone, before.endsAt).date, civilAt(zone, after.endsAt).date)
	return {
		...period,
		startsAt: movedByDays(zone, period.startsAt, days),
		endsAt: movedByDays(zone, period.endsAt, days),
	}
}

/** A place in a session, or a wait for one. */
export type OfPeriod = { startsAt: Instant; period: SubscriptionTimes & { id: string } }

/** The places or waits that a changed period no longer lets in. Paid periods after it move with its end (D44). */
export function givenUp<Thing extends OfPeriod>(
	things: readonly Thing[],
	change: { before: PausableSubscription & { id: string }; after: SubscriptionTimes },
): Thing[] {
	return things.filter(({ startsAt, period }) => {
		const changed = period.id === change.before.id ? change.after : movedWith(period, change)
		return !coversInstant(changed, startsAt)
	})
}
