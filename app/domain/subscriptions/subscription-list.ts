import type { Instant } from '#app/kernel/instant.ts'
import type { SubscriptionState } from '#app/kernel/vocabulary/subscriptions.ts'
import { type SubscriptionTimes, subscriptionState } from './subscription-state.ts'

export const subscriptionFilters = ['all', 'active', 'paused', 'expired'] as const
export type SubscriptionFilter = (typeof subscriptionFilters)[number]

/** Expired shows cancelled ones too; coming ones stand under All only. */
const shownStates: Record<Exclude<SubscriptionFilter, 'all'>, readonly SubscriptionState[]> = {
	active: ['active'],
	paused: ['paused'],
	expired: ['expired', 'cancelled'],
}

export function isUnder(filter: SubscriptionFilter, state: SubscriptionState): boolean {
	return filter === 'all' || shownStates[filter].includes(state)
}

/** Null for an unknown text; without a text the first tab. */
export function readSubscriptionFilter(text: string | null): SubscriptionFilter | null {
	return text === null ? 'all' : (subscriptionFilters.find((filter) => filter === text) ?? null)
}

type Held = SubscriptionTimes & { autoRenews: boolean; renewedUntil: Instant | null; entriesUsed: number }

/**
 * Running subscriptions and their used entries. `nextRenewalAt`: the end of the next one to renew, null without one; a
 * paid next period counts as renewed.
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
