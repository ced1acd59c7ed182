import type { SubscriptionState } from '#app/kernel/vocabulary/subscriptions.ts'

/** The tabs of My Subscriptions, in their order. */
export const subscriptionFilters = ['all', 'active', 'paused', 'expired'] as const
export type SubscriptionFilter = (typeof subscriptionFilters)[number]

/** Who looks for what has ended finds a cancelled one too; one that is still to begin stands under All. */
const statesOf: Record<Exclude<SubscriptionFilter, 'all'>, readonly SubscriptionState[]> = {
	active: ['active'],
	paused: ['paused'],
	expired: ['expired', 'cancelled'],
}

/** Whether a subscription stands under a tab. */
export function isUnder(filter: SubscriptionFilter, state: SubscriptionState): boolean {
	return filter === 'all' || statesOf[filter].includes(state)
}

/** The tab that a URL names; null for a text that names none. Without a text it is the first. */
export function readSubscriptionFilter(text: string | null): SubscriptionFilter | null {
	return text === null ? 'all' : (subscriptionFilters.find((filter) => filter === text) ?? null)
}
