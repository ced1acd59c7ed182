import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	refusalOfWrite,
	type WriteBatch,
	type WriteFailure,
	writeIdempotent,
} from '#app/kernel/write-batch.server.ts'
import type { RewardCodeRepository, UsedReward } from './reward-code-repository.server.ts'

export type RewardRefusal = 'reward_not_found' | 'reward_used' | 'reward_expired'

/** The one place where these are worded: for staff, and for the operator. */
export const rewardRefusalWords: Record<RewardRefusal, string> = {
	reward_not_found: 'No reward has this code.',
	reward_used: 'This reward was used before.',
	reward_expired: 'This reward has expired.',
}

type Deps = { rewardCodes: RewardCodeRepository; writeBatch: WriteBatch }

/**
 * The shop gave what a reward says: its code is used, once (R41). The same use that is sent again is answered alike; a later
 * one is refused ('reward_used'), and so is a code that is over ('reward_expired').
 */
export async function redeemReward(
	{ rewardCodes, writeBatch }: Deps,
	{ code, now }: { code: string; now: Instant },
): Promise<Outcome<UsedReward, RewardRefusal | WriteFailure>> {
	try {
		const { found } = await writeIdempotent(writeBatch, {
			used: rewardCodes.markUsed(code, now),
			found: rewardCodes.selectReward(code),
		})
		const [reward] = found
		if (!reward) return refused('reward_not_found')
		if (reward.usedAt === null) return refused('reward_expired')
		return reward.usedAt === now ? accepted(reward) : refused('reward_used')
	} catch (error) {
		return refused(refusalOfWrite(error, {}))
	}
}
