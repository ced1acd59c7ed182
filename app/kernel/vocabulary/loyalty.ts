/** A punch card gives a stamp for each visit; cashback gives back a part of what was paid. */
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
