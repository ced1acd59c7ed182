import type { Wording } from '#app/kernel/action-answer.ts'

const all = { label: 'See your subscriptions', path: '/subscriptions' }

/** In words for the customer, with the answer's status (A1). */
export const subscriptionRefusals = {
	subscription_not_found: {
		title: 'Subscription not found',
		text: 'The link may be cut off, or it belongs to another account.',
		status: 404,
		nextStep: all,
	},
	subscription_paused: {
		title: 'This plan is paused',
		text: 'Resume it first. Nothing has changed.',
		status: 409,
		nextStep: all,
	},
	subscription_not_begun: {
		title: 'This plan hasn’t started yet',
		text: 'You can pause it once it starts. Nothing has changed.',
		status: 409,
		nextStep: all,
	},
	subscription_disputed: {
		title: 'This payment is being checked',
		text: 'You disputed it with your bank, or a part of it has gone back. Until that is settled, you can’t cancel the subscription here. Nothing has changed.',
		status: 409,
		nextStep: all,
	},
	subscription_not_paused: {
		title: 'This subscription is not paused',
		text: 'It’s already running, or it has ended. Nothing has changed.',
		status: 409,
		nextStep: all,
	},
	subscription_over: {
		title: 'This subscription is over',
		text: 'It has ended or was cancelled. Nothing has changed.',
		status: 409,
		nextStep: all,
	},
	order_not_found: {
		title: 'Order not found',
		text: 'It belongs to another account, or you’re paying for it online. Nothing has changed.',
		status: 404,
	},
	order_started: {
		title: 'This plan has started',
		text: 'It’s paid for, so there’s no order to cancel any more. Open the plan below to cancel it.',
		status: 409,
	},
	no_pause_left: {
		title: 'No pause left',
		text: 'You’ve used all the pauses in your plan. Nothing has changed.',
		status: 409,
	},
	pause_too_long: {
		title: 'That pause is too long',
		text: 'Choose one of the lengths below. Nothing has changed.',
		status: 422,
	},
	subscription_changed: {
		title: 'Something has just changed',
		text: 'This page is up to date now. Check it again before you confirm.',
		status: 409,
	},
	busy: {
		title: 'Very busy right now',
		text: 'Nothing has changed yet. Please try again in a moment.',
		status: 503,
	},
	not_saved: {
		title: 'Could not save',
		text: 'Something went wrong on our side, and this may not have gone through. Please try again.',
		status: 503,
	},
} satisfies Record<string, Wording & { title: string }>

export type SubscriptionRefusal = keyof typeof subscriptionRefusals
