import type { Instant } from '#app/kernel/instant.ts'
import { type SubscriptionTimes, subscriptionState } from './subscription-state.ts'

type Held = SubscriptionTimes & { autoRenews: boolean; renewedUntil: Instant | null; entriesUsed: number }

/**
 * Running subscriptions, their used entries, and the end of the next one to renew; null without one. A paid next period
 * counts as renewed.
 */
export function summarize(
	held: readonly Held[],
	now: Instant,
): { active: number; entriesUsed: number; nextRenewalAt: Instant | null } {
	const active = held.filter((one) => subscriptionState(one, now) === 'active')
	const renewals = active
		.filter(({ autoRenews, renewedUntil }) => autoRenews && renewedUntil === null)
		.map(({ endsAt }) => endsAt)
	return {
		active: active.length,
		entriesUsed: held.reduce((sum, { entriesUsed }) => sum + entriesUsed, 0),
		nextRenewalAt: renewals.length === 0 ? null : Math.min(...renewals),
	}
}
