import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'

/** In order. 'claimed' has used and expired rewards (D16). */
export const rewardTabs = ['available', 'claimed'] as const
export type RewardTab = (typeof rewardTabs)[number]

export type RewardState = 'active' | 'in_use' | 'used' | 'expired'

type RewardTimes = {
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

/** An opened voucher locks its code for this long (D51). */
export const VOUCHER_MS = 3 * MINUTE_MS

/** While a voucher is open, no checkout takes the reward. */
export function isVoucherOpen(openedAt: Instant | null, now: Instant): boolean {
	return openedAt !== null && openedAt > now - VOUCHER_MS
}

/** A usable reward is 'open' or 'closed'. */
export type VoucherState = Exclude<RewardState, 'active'> | 'open' | 'closed'

export function voucherState(
	reward: RewardTimes & { voucherOpenedAt: Instant | null },
	now: Instant,
): VoucherState {
	const state = rewardState(reward, now)
	if (state !== 'active') return state
	return isVoucherOpen(reward.voucherOpenedAt, now) ? 'open' : 'closed'
}

/** After its three minutes, at the latest at the reward's expiry. */
export function voucherClosesAt({
	voucherOpenedAt,
	expiresAt,
}: {
	voucherOpenedAt: Instant | null
	expiresAt: Instant
}): Instant {
	return Math.min((voucherOpenedAt ?? 0) + VOUCHER_MS, expiresAt)
}
