import type { Instant } from '#app/kernel/instant.ts'

/** In their order. Claimed has used and expired rewards (D16). */
export const rewardTabs = ['available', 'claimed'] as const
export type RewardTab = (typeof rewardTabs)[number]

export type RewardState = 'active' | 'in_use' | 'used' | 'expired'

export type RewardTimes = {
	usedAt: Instant | null
	expiresAt: Instant
	/** The checkout that has taken it, and its booking; null while it is free. */
	use: object | null
}

/** A booking keeps its reward past the expiry (D37). */
export function rewardState({ usedAt, expiresAt, use }: RewardTimes, now: Instant): RewardState {
	if (usedAt !== null) return 'used'
	if (use) return 'in_use'
	return expiresAt > now ? 'active' : 'expired'
}

/** The first tab for any other text. */
export function readRewardTab(text: string | null): RewardTab {
	return rewardTabs.find((tab) => tab === text) ?? 'available'
}
