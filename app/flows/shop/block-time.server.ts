import type { VisitRefusal } from '#app/domain/booking/close-visit.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { refusalOfWrite, type WriteFailure, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type BlockTimeDeps = Pick<Repositories, 'blockedTimes' | 'writeBatch'>
type Blocked = Promise<Outcome<null, VisitRefusal | WriteFailure>>

/**
 * Nobody is booked with this person then, by customers or by the shop. Refuses 'staff_not_available' for somebody who does
 * not work there, 'block_not_possible' for a stretch that is over, has no length, or is longer than a day, and
 * 'time_not_free' where somebody is booked or is booking: nothing is cancelled in silence.
 */
export async function blockTime(
	deps: BlockTimeDeps,
	block: {
		/** Made by the caller: sent again with it, nothing more is blocked. */
		blockId: string
		shopId: string
		staffMemberId: string
		startsAt: Instant
		endsAt: Instant
		/** For the staff alone; it may be empty. */
		reason: string
		now: Instant
	},
): Blocked {
	const { shopId, staffMemberId, startsAt, endsAt, now } = block
	if (endsAt <= startsAt || endsAt <= now || endsAt - startsAt > DAY_MS) return refused('block_not_possible')
	if (!(await deps.blockedTimes.isStaffOf(shopId, staffMemberId))) return refused('staff_not_available')
	return written(deps, [deps.blockedTimes.insertBlock({ ...block, reason: block.reason.trim() })])
}

/** They can be booked then again. Refuses 'block_not_found' for a time that is not blocked, or another shop's. */
export async function unblockTime(
	deps: BlockTimeDeps,
	{ shopId, blockId }: { shopId: string; blockId: string; now: Instant },
): Blocked {
	if (!(await deps.blockedTimes.isBlock(shopId, blockId))) return refused('block_not_found')
	return written(deps, [deps.blockedTimes.deleteBlock(shopId, blockId)])
}

async function written(
	{ writeBatch }: BlockTimeDeps,
	batch: Parameters<typeof writeIdempotent>[1] & readonly unknown[],
): Blocked {
	try {
		await writeIdempotent(writeBatch, batch)
		return accepted(null)
	} catch (error) {
		return refused(refusalOfWrite<VisitRefusal>(error, { time_not_free: 'time_not_free' }))
	}
}
