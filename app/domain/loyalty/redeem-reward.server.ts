import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { refusalOfWrite, type WriteBatch, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { RewardByCode, RewardCodeRepository } from './reward-code-repository.server.ts'

export type RewardRefusal = 'reward_not_found' | 'reward_expired'

/** The one place where these are worded: for staff, and for the operator. */
export const rewardRefusalWords: Record<RewardRefusal, string> = {
	reward_not_found: 'No reward has this code.',
	reward_expired: 'This reward has expired.',
}

type Deps = { rewardCodes: RewardCodeRepository; writeBatch: WriteBatch }
type Redeemed = RewardByCode & {
	usedAt: Instant
	/** False where it was used before, at `usedAt`: nothing is given for it again. */
	isFirstUse: boolean
}

/**
 * The shop gave what a reward says: its code is used, once, and a second try reads when (R41). Refuses 'reward_expired' for
 * a code that is over. A try without an answer is not repeated, because only the row that this one changed tells it from
 * another's.
 */
export async function redeemReward(
	{ rewardCodes, writeBatch }: Deps,
	{ code, now }: { code: string; now: Instant },
): Promise<Outcome<Redeemed, RewardRefusal | WriteFailure>> {
	try {
		const { usedRows, found } = await writeBatch({
			usedRows: rewardCodes.markUsed(code, now),
			found: rewardCodes.selectReward(code),
		})
		const [reward] = found
		if (!reward) return refused('reward_not_found')
		const { usedAt } = reward
		return usedAt === null
			? refused('reward_expired')
			: accepted({ ...reward, usedAt, isFirstUse: usedRows === 1 })
	} catch (error) {
		return refused(refusalOfWrite(error, {}))
	}
}
