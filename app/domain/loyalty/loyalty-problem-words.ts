import type { ReferralReason, WriteOffReason } from '#app/kernel/vocabulary/loyalty.ts'

/** For the shop's owner and the operator. */
export const referralReviewWords = {
	referral_not_found: 'No booking with this reference used a referral code.',
	referral_not_held: 'This referral is not held, so there is nothing to decide.',
	referral_over: 'This referral was held for 30 days, so it is refused.',
	referral_changed: 'Someone has just decided this referral, or undone its visit.',
	referral_own:
		'The account that is signed in on this device is the referrer or the friend. Decide on another device, or sign out of the customers’ app first.',
} satisfies Record<string, string>

export type ReferralReviewRefusal = keyof typeof referralReviewWords

/** For staff and the operator, never for the customer. */
export const referralReasonWords: Record<ReferralReason, string> = {
	referrer_gone: 'the referrer no longer has an account',
	same_account: 'friend and referrer are the same account',
	same_email: 'friend and referrer share an email address',
	same_phone: 'friend and referrer share a phone number',
	by_operator: 'the shop or an operator refused it',
	same_device: 'the friend booked on a device where the referrer has signed in',
	same_card: 'the friend paid with the referrer’s card',
	too_many: 'the referrer was paid 20 times in 30 days',
}

/** Why cashback is owed to a shop (D38). */
export const writeOffWords: Record<WriteOffReason, string> = {
	visit_undone: 'the visit was undone, and its cashback was spent',
	referral_undone: 'the friend’s visit was undone, and the referrer had spent the reward',
	payment_refunded: 'the payment went back, and its cashback was spent',
}
