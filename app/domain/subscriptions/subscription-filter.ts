import type { SubscriptionState } from '#app/kernel/vocabulary/subscriptions.ts'

/** In their order. */
export const subscriptionFilters = ['all', 'active', 'paused', 'expired'] as const
export type SubscriptionFilter = (typeof subscriptionFilters)[number]

/** Expired shows cancelled ones too; coming ones stand under All only. */
const statesOf: Record<Exclude<SubscriptionFilter, 'all'>, readonly SubscriptionState[]> = {
	active: ['active'],
	paused: ['paused'],
	expired: ['expired', 'cancelled'],
}

export function isUnder(filter: SubscriptionFilter, state: SubscriptionState): boolean {
	return filter === 'all' || statesOf[filter].includes(state)
}

/** Null for an unknown text; without a text the first tab. */
export function readSubscriptionFilter(text: string | null): SubscriptionFilter | null {
	return text === null ? 'all' : (subscriptionFilters.find((filter) => filter === text) ?? null)
}
