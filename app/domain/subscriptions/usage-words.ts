import type { UsageAction } from '#app/kernel/vocabulary/subscriptions.ts'

/** What a line of the usage history says. */
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
