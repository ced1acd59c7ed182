import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { type RewardState, type RewardTimes, rewardState } from './reward-tabs.ts'

/** An opened voucher locks its code for this long (D51). */
export const VOUCHER_MS = 3 * MINUTE_MS

/** Meanwhile no checkout takes the reward. */
export function isVoucherOpen(openedAt: Instant | null, now: Instant): boolean {
	return openedAt !== null && openedAt > now - VOUCHER_MS
}

/** Of a usable reward 'open' or 'closed'. */
export type VoucherState = Exclude<RewardState, 'active'> | 'open' | 'closed'

export function voucherState(
	reward: RewardTimes & { voucherOpenedAt: Instant | null },
	now: Instant,
): VoucherState {
	const state = rewardState(reward, now)
	if (state !== 'active') return state
	return isVoucherOpen(reward.voucherOpenedAt, now) ? 'open' : 'closed'
}

/** After its three minutes, or at the reward's expiry. */
export function voucherClosesAt({
	voucherOpenedAt,
	expiresAt,
}: {
	voucherOpenedAt: Instant | null
	expiresAt: Instant
}): Instant {
	return Math.min((voucherOpenedAt ?? 0) + VOUCHER_MS, expiresAt)
}
