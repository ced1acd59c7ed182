/** A punch card stamps each visit; cashback returns a part of the sum paid. */
export const programKinds = ['punch_card', 'cashback'] as const
export type ProgramKind = (typeof programKinds)[number]

/** An ended program gives nothing new: balances stay spendable, codes keep their date (D39). */
export const programStatuses = ['active', 'ended'] as const
export type ProgramStatus = (typeof programStatuses)[number]

export const enrollmentStatuses = ['active', 'ended'] as const

/** Rewards of a milestone. Staff give the last four by hand (D30). */
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

/** What a reward counts (D42). */
export const rewardUnits = ['percent', 'kobo'] as const
export type RewardUnit = (typeof rewardUnits)[number]

/** A friend's booking reserves a referral; the completed visit pays it. A held referral waits for a decision. */
export const referralStatuses = ['reserved', 'paid', 'held', 'refused'] as const

/**
 * Why a referral is not paid: the first five refuse it, the others hold it (D41). 'by_operator' is any person's
 * decision: the act says whose.
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

/** Why spent cashback had to be reversed (D38). */
export const writeOffReasons = ['visit_undone', 'referral_undone', 'payment_refunded'] as const
export type WriteOffReason = (typeof writeOffReasons)[number]
