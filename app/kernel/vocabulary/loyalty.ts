/** A punch card gives a stamp for each visit; cashback gives back a part of the sum paid. */
export const programKinds = ['punch_card', 'cashback'] as const
export type ProgramKind = (typeof programKinds)[number]

/** An ended program gives nothing new: balances stay spendable, and codes keep their date (D39). */
export const programStatuses = ['active', 'ended'] as const
export type ProgramStatus = (typeof programStatuses)[number]

export const enrollmentStatuses = ['active', 'ended'] as const

/** What a milestone gives. The last four are shown to the staff, who give them by hand (D30). */
export const rewardKinds = [
	'discount',
	'free_service',
	'cashback',
	'upgrade',
	'milestone_reward',
	'manual',
	'custom',
] as const
export type RewardKind = (typeof rewardKinds)[number]

/** What the value of a reward counts (D42). */
export const rewardUnits = ['percent', 'kobo'] as const
export type RewardUnit = (typeof rewardUnits)[number]

/**
 * Where a referral is: taken by a friend's booking, paid to the referrer when that visit was completed, held for a
 * person to look at, or refused.
 */
export const referralStatuses = ['reserved', 'paid', 'held', 'refused'] as const

/**
 * Why a referral is not paid: the first five refuse it, the others hold it (D41). 'by_operator' is a person's decision,
 * of the shop's owner too: the act says whose.
 */
export const referralReasons = [
	'referrer_gone',
	'same_account',
	'same_email',
	'same_phone',
	'by_operator',
	'same_device',
	'same_card',
	'too_many',
] as const
export type ReferralReason = (typeof referralReasons)[number]

/** Why cashback had to be reversed that was already spent: its visit was undone, or its payment was refunded (D38). */
export const writeOffReasons = ['visit_undone', 'referral_undone', 'payment_refunded'] as const
export type WriteOffReason = (typeof writeOffReasons)[number]
