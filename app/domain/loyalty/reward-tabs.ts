import type { Instant } from '#app/kernel/instant.ts'

/** The tabs of My Rewards, in their order. Claimed keeps used and expired ones (D16). */
export const rewardTabs = ['available', 'claimed'] as const
export type RewardTab = (typeof rewardTabs)[number]

export type RewardState = 'active' | 'used' | 'expired'

/** A code that was used is used, whenever it would have ended. */
export function rewardState(
	{ usedAt, expiresAt }: { usedAt: Instant | null; expiresAt: Instant },
	now: Instant,
): RewardState {
	if (usedAt !== null) return 'used'
	return expiresAt > now ? 'active' : 'expired'
}

/** The tab that a URL names; the first tab for any other text. */
export function readRewardTab(text: string | null): RewardTab {
	return rewardTabs.find((tab) => tab === text) ?? 'available'
}
