import type { Instant } from '#app/kernel/instant.ts'
import { type SubscriptionTimes, subscriptionState } from './subscription-state.ts'

type Held = SubscriptionTimes & { autoRenews: boolean; renewedUntil: Instant | null; entriesUsed: number }

/**
 * The tiles above a customer's subscriptions: how many run, the entries of all that count, and the end of the next
 * one to renew; null where there is none. One whose next period is paid for is renewed already.
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
