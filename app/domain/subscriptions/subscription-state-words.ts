import type { SubscriptionState } from '#app/kernel/vocabulary/subscriptions.ts'

export const subscriptionStateWords: Record<
	SubscriptionState,
	{ label: string; tone?: 'leaf' | 'clay' | 'plain' }
> = {
	upcoming: { label: 'Upcoming' },
	active: { label: 'Active', tone: 'leaf' },
	paused: { label: 'Paused' },
	expired: { label: 'Expired', tone: 'plain' },
	cancelled: { label: 'Cancelled', tone: 'clay' },
}
