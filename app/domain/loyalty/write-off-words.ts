import type { WriteOffReason } from '#app/kernel/vocabulary/loyalty.ts'

/** Why cashback is owed to a shop (D38). */
export const writeOffWords: Record<WriteOffReason, string> = {
	visit_undone: 'the visit was undone, and its cashback was spent',
	referral_undone: 'the friend’s visit was undone, and the referrer had spent the reward',
	payment_refunded: 'the payment went back, and its cashback was spent',
}
