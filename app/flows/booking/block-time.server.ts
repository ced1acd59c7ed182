import type { BlockRefusal } from '#app/domain/booking/hold/slot-refusal.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	type Alongside,
	type Statement,
	type WriteFailure,
	writeIdempotent,
	writeOrRefuse,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type BlockTimeDeps = Pick<Repositories, 'availability' | 'discovery' | 'writeBatch'>
type Blocked<Refusal extends BlockRefusal | 'staff_not_available'> = Promise<
	Outcome<null, Refusal | 'time_not_free' | WriteFailure>
>

/** The caller makes the id, so a repeat blocks nothing more. */
type BlockOfPerson = { blockId: string; staffMemberId: string }

/** `blockTimes` of one person. */
export function blockTime(
	deps: BlockTimeDeps,
	{ blockId, staffMemberId, ...block }: BlockOfPerson & Omit<Parameters<typeof blockTimes>[1], 'people'>,
): ReturnType<typeof blockTimes> {
	return blockTimes(deps, { ...block, people: [{ blockId, staffMemberId }] })
}

/**
 * Blocks one time of several people, of all or none.
 * Refuses:
 * - 'staff_not_available' for a person of another shop;
 * - 'block_not_possible' for a time that is over, empty, or longer than a day;
 * - 'time_not_free' where an appointment or a hold has the time.
 */
export async function blockTimes(
	deps: BlockTimeDeps,
	input: {
		people: readonly BlockOfPerson[]
		shopId: string
		startsAt: Instant
		endsAt: Instant
		/** For staff alone; may be empty. */
		reason: string
		alongside?: Alongside
		now: Instant
	},
): Blocked<'block_not_possible' | 'staff_not_available'> {
	const { people, ...block } = input
	const { shopId, startsAt, endsAt, reason, alongside = [], now } = block
	const { blockedTimes } = deps.availability
	if (endsAt <= startsAt || endsAt <= now || endsAt - startsAt > DAY_MS) return refused('block_not_possible')
	const areStaff = await Promise.all(
		people.map(({ staffMemberId }) => blockedTimes.isStaffOf(shopId, staffMemberId)),
	)
	if (!areStaff.every(Boolean)) return refused('staff_not_available')
	const stretch = { shopId, startsAt, endsAt, reason: reason.trim(), now }
	return written(deps, [
		...(await alongside),
		...people.map((person) => blockedTimes.insertBlock({ ...person, ...stretch })),
		deps.discovery.openings.markChanged([shopId], now),
	])
}

/** Frees blocked time. Refuses 'block_not_found', also for another shop's. */
export async function unblockTime(
	deps: BlockTimeDeps,
	input: { shopId: string; blockId: string; alongside?: Alongside; now: Instant },
): Blocked<'block_not_found'> {
	const { shopId, blockId, alongside = [], now } = input
	if (!(await deps.availability.blockedTimes.isBlock(shopId, blockId))) return refused('block_not_found')
	return written(deps, [
		...(await alongside),
		deps.availability.blockedTimes.deleteBlock(shopId, blockId),
		deps.discovery.openings.markChanged([shopId], now),
	])
}

function written({ writeBatch }: BlockTimeDeps, batch: readonly Statement[]): Blocked<never> {
	return writeOrRefuse(null, () => writeIdempotent(writeBatch, batch), { time_not_free: 'time_not_free' })
}
