import type { BlockRefusal } from '#app/domain/booking/block-refusal.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	type Alongside,
	refusalOfWrite,
	type Statement,
	type WriteFailure,
	writeIdempotent,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type BlockTimeDeps = Pick<Repositories, 'availability' | 'discovery' | 'writeBatch'>
type Blocked<Refusal extends BlockRefusal | 'staff_not_available'> = Promise<
	Outcome<null, Refusal | 'time_not_free' | WriteFailure>
>

/**
 * Keeps a person's time free of bookings, by customers and by the shop. Refuses 'staff_not_available' for a person
 * who does not work there, 'block_not_possible' for a time that is over, has no length, or is longer than a day, and
 * 'time_not_free' where an appointment or a hold stands: nothing is cancelled in silence.
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
		alongside?: Alongside
		now: Instant
	},
): Blocked<'block_not_possible' | 'staff_not_available'> {
	const { shopId, staffMemberId, startsAt, endsAt, alongside = [], now } = block
	if (endsAt <= startsAt || endsAt <= now || endsAt - startsAt > DAY_MS) return refused('block_not_possible')
	if (!(await deps.availability.blockedTimes.isStaffOf(shopId, staffMemberId)))
		return refused('staff_not_available')
	return written(deps, [
		...(await alongside),
		deps.availability.blockedTimes.insertBlock({ ...block, reason: block.reason.trim() }),
		deps.discovery.openings.markChanged([shopId], now),
	])
}

/** They can be booked then again. Refuses 'block_not_found' for a time that is not blocked, or another shop's. */
export async function unblockTime(
	deps: BlockTimeDeps,
	{
		shopId,
		blockId,
		alongside = [],
		now,
	}: { shopId: string; blockId: string; alongside?: Alongside; now: Instant },
): Blocked<'block_not_found'> {
	if (!(await deps.availability.blockedTimes.isBlock(shopId, blockId))) return refused('block_not_found')
	return written(deps, [
		...(await alongside),
		deps.availability.blockedTimes.deleteBlock(shopId, blockId),
		deps.discovery.openings.markChanged([shopId], now),
	])
}

async function written({ writeBatch }: BlockTimeDeps, batch: readonly Statement[]): Blocked<never> {
	try {
		await writeIdempotent(writeBatch, batch)
		return accepted(null)
	} catch (error) {
		return refused(refusalOfWrite(error, { time_not_free: 'time_not_free' } as const))
	}
}
