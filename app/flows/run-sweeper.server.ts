import type { DraftRepository } from '#app/domain/booking/draft-repository.server.ts'
import type { HoldRepository } from '#app/domain/booking/hold-repository.server.ts'
import type { WriteBatch } from '#app/domain/booking/refusal-of-write.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'

export type RunSweeperDeps = {
	drafts: Pick<DraftRepository, 'purgeSavedBefore'>
	holds: Pick<HoldRepository, 'purgeExpiredAt'>
	writeBatch: WriteBatch
}

/**
 * Every minute: purges drafts that were discarded 24 hours after their last save, and holds that ran out. Both stopped
 * counting by a comparison with now, so nothing depends on this having run; twice, or two at once, is the same as once.
 */
export async function runSweeper(
	deps: RunSweeperDeps,
	now: Instant,
): Promise<{ drafts: number; holds: number }> {
	const [holds, drafts] = await deps.writeBatch([
		deps.holds.purgeExpiredAt(now),
		deps.drafts.purgeSavedBefore(now - DAY_MS),
	])
	return { drafts: drafts?.rowsAffected ?? 0, holds: holds?.rowsAffected ?? 0 }
}
