import type { Wording } from '#app/kernel/action-answer.ts'

/** In words for the customer, with the answer's status. */
export const planRefusals = {
	plan_not_on_offer: {
		title: 'This plan can’t be bought',
		text: 'It’s no longer on offer. Nothing was charged. See the shop’s other plans.',
		status: 409,
	},
	plan_held: {
		title: 'You already have this plan',
		text: 'You can renew it in My Subscriptions. Nothing was charged.',
		status: 409,
	},
	plan_renewed: {
		title: 'Already renewed',
		text: 'The next period of this plan is paid for. Nothing was charged.',
		status: 409,
	},
	plan_price_changed: {
		title: 'The price has changed',
		text: 'Nothing was charged. Please check the new price and confirm again.',
		status: 409,
	},
	plan_promo_not_valid: {
		title: 'Promo code not valid',
		text: 'This code does not work for this plan. Nothing was charged. Remove it, or try another one.',
		status: 422,
	},
	promo_rate_limited: {
		title: 'Too many codes',
		text: 'Too many promo codes were tried from your network. Please try again in an hour, or continue without one.',
		status: 429,
	},
	cashback_not_available: {
		title: 'Cashback not available',
		text: 'Some of your cashback was used elsewhere. Nothing was charged. Please check the new amount.',
		status: 409,
	},
	plan_payment_missing: {
		title: 'How will you pay?',
		text: 'Please choose how you would like to pay for this plan.',
		status: 422,
	},
	too_many_payment_starts: {
		title: 'Too many payments',
		text: 'You have started too many payments for now. Nothing was charged. Please try again tomorrow.',
		status: 429,
	},
	missing_email: {
		title: 'Missing Email',
		text: 'Online payment needs an email address. Please add one to your profile.',
		status: 422,
		nextStep: { label: 'Edit your profile', path: '/profile/edit' },
	},
	payment_not_started: {
		title: 'Payment Failed',
		text: 'The payment page did not open. Nothing was charged. Please try again.',
		status: 502,
	},
	plan_order_ended: {
		title: 'This order is no longer open',
		text: 'It was cancelled, or a newer order replaced it. Nothing was charged. My Subscriptions shows what is open.',
		status: 409,
	},
	plan_order_over: {
		title: 'This order has expired',
		text: 'It wasn’t paid within seven days. Please order the plan again.',
		status: 409,
	},
	busy: {
		title: 'Very busy right now',
		text: 'Nothing was charged. Please try again in a moment.',
		status: 503,
	},
	not_saved: {
		title: 'Could not save',
		text: 'Something went wrong on our side, and this may not have gone through. Please try again: you won’t be charged twice.',
		status: 503,
	},
} satisfies Record<string, Wording>

export type PlanRefusal = keyof typeof planRefusals
