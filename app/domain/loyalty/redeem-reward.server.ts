import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { refusalOfWrite, type WriteBatch, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { RewardByCode, RewardCodeRepository } from './reward-code-repository.server.ts'

/** 'used' by this very try; for any other nothing is given, and the reward says why. */
type Redemption = 'used' | 'used_before' | 'in_use' | 'expired'

type Deps = { rewardCodes: RewardCodeRepository; writeBatch: WriteBatch }

/**
 * The shop gave what a reward says: its code is used, once, and a second try reads when (R41). A code that a checkout has
 * taken is in use, and one that is over has expired: both stay as they are. A try without an answer is not repeated, because
 * only the row that this one changed tells it from another's.
 */
export async function redeemReward(
	{ rewardCodes, writeBatch }: Deps,
	{ code, now }: { code: string; now: Instant },
): Promise<Outcome<RewardByCode & { redemption: Redemption }, 'reward_not_found' | WriteFailure>> {
	try {
		const { usedRows, found } = await writeBatch({
			usedRows: rewardCodes.markUsed(code, now),
			found: rewardCodes.selectReward(code),
		})
		const [reward] = found
		if (!reward) return refused('reward_not_found')
		return accepted({ ...reward, redemption: usedRows === 1 ? 'used' : unusedWhy(reward) })
	} catch (error) {
		return refused(refusalOfWrite(error, {}))
	}
}

function unusedWhy({ usedAt, isTaken }: RewardByCode): Redemption {
	if (usedAt !== null) return 'used_before'
	return isTaken ? 'in_use' : 'expired'
}
