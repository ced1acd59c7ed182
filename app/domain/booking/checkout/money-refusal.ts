import { KEPT, type ReaderWords, signInLink } from '#app/domain/booking/booking-wording.ts'

/** Why a price or a saving is refused. */
export const moneyRefusals = {
	price_changed: {
		customer: {
			title: 'Your total has changed',
			text: 'Nothing is booked yet. Please check the new total and confirm.',
			status: 409,
		},
		shop: 'A price has just changed. Nothing is booked. Please try again.',
	},
	price_not_lower: { shop: 'You can lower the price, not raise it.' },
	promo_not_valid: {
		customer: {
			title: 'Invalid promo code',
			text: 'This promo code is not valid or expired.',
			status: 422,
		},
	},
	promo_busy: {
		customer: {
			title: 'Promo code in use',
			text: `Many guests on your network are paying with promo codes here. Nothing was charged. Sign in with a confirmed email, try again in half an hour, or continue without the code. ${KEPT}`,
			status: 429,
			isCeiling: true,
			nextStep: signInLink,
		},
	},
	promo_rate_limited: {
		customer: {
			title: 'Too many attempts',
			text: 'You’ve tried too many invalid codes. Please wait a minute, or continue without one.',
			status: 429,
		},
	},
	promo_not_checked: {
		customer: {
			title: 'Error',
			text: 'Failed to validate promo code. Your details are still on this page. Please try again.',
			status: 503,
		},
	},
	totals_not_updated: {
		customer: {
			title: 'Update Error',
			text: 'Failed to update booking totals. Your details are still on this page. Please try again.',
			status: 503,
		},
	},
	referral_not_valid: {
		customer: {
			title: 'Code not for this visit',
			text: 'This code is for a friend’s first visit to a shop. Nothing is booked yet: please check the total and confirm.',
			status: 409,
		},
	},
	referral_own_code: {
		customer: {
			title: 'Your own code',
			text: 'This code is for friends. It gives them a discount on their first visit. Nothing is booked yet: please check the total and confirm.',
			status: 409,
		},
	},
	reward_not_available: {
		customer: {
			title: 'Reward not available',
			text: `This reward can’t be used for this visit now. Nothing is booked yet: please check the total and confirm. ${KEPT}`,
			status: 409,
			nextStep: { label: 'See your rewards', path: '/rewards' },
		},
	},
	cashback_not_available: {
		customer: {
			title: 'Your cashback has changed',
			text: `Some of it was used for another visit. Nothing is booked yet: please check the total and confirm. ${KEPT}`,
			status: 409,
		},
	},
	prepayment_required: {
		customer: {
			title: 'Payment in advance',
			text: 'This shop asks for online payment before the visit. Your details are saved. Please choose Pay online now.',
			status: 422,
		},
	},
	transfer_not_due: { shop: 'This visit isn’t waiting for a transfer.' },
} satisfies Record<string, ReaderWords>

export type MoneyRefusal = keyof typeof moneyRefusals

/** Constraint refusals where a checkout takes a code, a reward or cashback. */
export const savingConstraints = {
	promo_not_valid: 'promo_not_valid',
	'check:promo_uses_limit': 'promo_not_valid',
	unpaid_promo_uses_full: 'promo_busy',
	referral_not_valid: 'referral_not_valid',
	'unique:referrals.shop_id': 'referral_not_valid',
	reward_not_available: 'reward_not_available',
	cashback_not_available: 'cashback_not_available',
} as const satisfies Record<string, MoneyRefusal>

/** Constraint refusals where a price is agreed to. */
export const priceConstraints = { shown_prices_changed: 'price_changed' } as const satisfies Record<
	string,
	MoneyRefusal
>

const typedCodeRefusals = ['promo_not_valid', 'referral_not_valid', 'referral_own_code'] as const

/** A refused code is not saved; the answer stands at its field. */
export type TypedCodeRefusal = (typeof typedCodeRefusals)[number]

export function isTypedCodeRefusal(refusal: string): refusal is TypedCodeRefusal {
	return typedCodeRefusals.some((code) => code === refusal)
}
