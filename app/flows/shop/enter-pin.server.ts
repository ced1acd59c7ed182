import { MAX_WRONG_PINS } from '#app/domain/shops/access-key.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Deps = Pick<Repositories, 'shops' | 'writeBatch'>

/**
 * A PIN was typed. The right one counts only where the key still lives when that is written: of many tries at once no
 * more than five are judged. Refuses with how many tries are left; with none the key has ended.
 */
export async function enterPin(
	{ shops: { accessKeys }, writeBatch }: Deps,
	{ keyId, isRight, newestHash, now }: { keyId: string; isRight: boolean; newestHash: string; now: Instant },
): Promise<Outcome<null, { triesLeft: number }>> {
	const { changed } = await writeBatch({
		changed: isRight ? accessKeys.clearWrongPins(keyId, newestHash) : accessKeys.countWrongPin(keyId, now),
	})
	if (isRight && changed > 0) return accepted(null)
	if (changed === 0) return refused({ triesLeft: 0 })
	return refused({ triesLeft: Math.max(0, MAX_WRONG_PINS - (await accessKeys.wrongPinsOf(keyId))) })
}
