import { daysBetween } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt, movedByDays, type ZoneName } from '#app/kernel/zone.server.ts'
import { coversInstant, type SubscriptionTimes, subscriptionState } from './subscription-state.ts'

/** What of a subscription pausing changes, with what its plan allows (D44). */
export type PausableSubscription = SubscriptionTimes & {
	pauseCount: number
	maxPauses: number
	maxPauseDays: number
	shop: { timeZone: ZoneName }
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

/** Paused from now on for a number of days: its end moves by as many at once, on the shop's clock. */
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

/** Running again from now on, before the pause is over: its end moves back by the days that are left of the pause. */
export function resumed<Held extends PausableSubscription>(held: Held, now: Instant): Held {
	const zone = held.shop.timeZone
	const daysLeft = daysBetween(civilAt(zone, now).date, civilAt(zone, held.resumesAt ?? now).date)
	const endsAt = movedByDays(zone, held.endsAt, -daysLeft)
	// One that ends within a day, and on its last day was paused before that hour, ends at it a day later.
	return {
		...held,
		resumesAt: now,
		endsAt: endsAt > now ? endsAt : movedByDays(zone, held.endsAt, 1 - daysLeft),
	}
}

/** A period that was paid for after one moves as many days as the end of that (D44). */
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

/** What begins at an instant and needs a period: a place in a session, or a line for one. */
export type OfPeriod = { startsAt: Instant; period: SubscriptionTimes & { id: string } }

/**
 * The places, or lines, that a change of a period gives up: those whose start it lets in no more. Periods that were
 * paid for after it move with its end (D44).
 */
export function givenUp<Thing extends OfPeriod>(
	things: readonly Thing[],
	change: { before: PausableSubscription & { id: string }; after: SubscriptionTimes },
): Thing[] {
	return things.filter(({ startsAt, period }) => {
		const changed = period.id === change.before.id ? change.after : movedWith(period, change)
		return !coversInstant(changed, startsAt)
	})
}
