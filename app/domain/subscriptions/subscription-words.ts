import type { SubscriptionState, UsageAction } from '#app/kernel/vocabulary/subscriptions.ts'

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

export const usageWords: Record<UsageAction, string> = {
	visit: 'Visit completed',
	booking: 'Session booked',
	cancel: 'Booking cancelled',
	late_cancel: 'Booking cancelled late, entry not returned',
	called_off: 'Session called off by the shop, entry returned',
	pause: 'Subscription paused',
	resume: 'Subscription resumed',
	renewed: 'Renewed for another period',
	cancelled: 'Subscription cancelled',
}

/** The meaning of a line's date; another date beside it is the session's. */
export const usageDateWords: Record<UsageAction, string> = {
	visit: 'Checked in',
	booking: 'Booked',
	cancel: 'Cancelled',
	late_cancel: 'Cancelled',
	called_off: 'Called off',
	pause: 'Paused',
	resume: 'Resumed',
	renewed: 'Renewed',
	cancelled: 'Cancelled',
}
