import type { Instant } from '#app/kernel/instant.ts'

/** The tabs of My Rewards, in their order. Claimed keeps used and expired ones (D16). */
export const rewardTabs = ['available', 'claimed'] as const
export type RewardTab = (typeof rewardTabs)[number]

export type RewardState = 'active' | 'in_use' | 'used' | 'expired'

export type RewardTimes = {
	usedAt: Instant | null
	expiresAt: Instant
	/** What has taken it: a checkout, and its booking; null while it is free. */
	use: object | null
}

/**
 * A code that was used is used, whenever it would have ended. One that a booking has taken is kept for that booking
 * past its end (D37).
 */
export function rewardState({ usedAt, expiresAt, use }: RewardTimes, now: Instant): RewardState {
	if (usedAt !== null) return 'used'
	if (use) return 'in_use'
	return expiresAt > now ? 'active' : 'expired'
}

/** The tab that a URL names; the first tab for any other text. */
export function readRewardTab(text: string | null): RewardTab {
	return rewardTabs.find((tab) => tab === text) ?? 'available'
}
