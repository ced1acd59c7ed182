import type { VisitRefusal } from '#app/domain/booking/close-visit.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type BlockTimeDeps = Pick<Repositories, 'availability' | 'writeBatch'>

/** Nobody is booked with this person then. */
export async function blockTime(
	_deps: BlockTimeDeps,
	_input: {
		/** Made by the caller: sent again with it, nothing more is blocked. */
		blockId: string
		shopId: string
		staffMemberId: string
		startsAt: Instant
		endsAt: Instant
		reason: string
		now: Instant
	},
): Promise<Outcome<null, VisitRefusal | WriteFailure>> {
	return refused('staff_not_available')
}

/** They can be booked again. */
export async function unblockTime(
	_deps: BlockTimeDeps,
	_input: { shopId: string; blockId: string; now: Instant },
): Promise<Outcome<null, VisitRefusal | WriteFailure>> {
	return refused('block_not_found')
}
