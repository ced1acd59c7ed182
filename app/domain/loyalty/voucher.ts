import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { type RewardState, type RewardTimes, rewardState } from './reward-tabs.ts'

/** How long an opened voucher locks its code (D51). */
export const VOUCHER_MS = 3 * MINUTE_MS

/** True while the voucher of a reward is shown: meanwhile no checkout takes the reward. */
export function isVoucherOpen(openedAt: Instant | null, now: Instant): boolean {
	return openedAt !== null && openedAt > now - VOUCHER_MS
}

/** An open voucher is shown, a closed one can be opened; for any other reward there is neither. */
export type VoucherState = Exclude<RewardState, 'active'> | 'open' | 'closed'

export function voucherState(
	reward: RewardTimes & { voucherOpenedAt: Instant | null },
	now: Instant,
): VoucherState {
	const state = rewardState(reward, now)
	if (state !== 'active') return state
	return isVoucherOpen(reward.voucherOpenedAt, now) ? 'open' : 'closed'
}

/** When an open voucher closes: after its three minutes, or at the end of its reward. */
export function voucherClosesAt({
	voucherOpenedAt,
	expiresAt,
}: {
	voucherOpenedAt: Instant | null
	expiresAt: Instant
}): Instant {
	return Math.min((voucherOpenedAt ?? 0) + VOUCHER_MS, expiresAt)
}
