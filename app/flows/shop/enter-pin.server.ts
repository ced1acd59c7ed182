import { MAX_WRONG_PINS } from '#app/domain/shops/access-key.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Deps = Pick<Repositories, 'shops' | 'writeBatch'>

/** What a PIN opens: a locked device, or the owner's pages of an open one. */
export type PinDoor = 'device' | 'owner'

/**
 * Judges a typed PIN. A right one counts only while its door can still be opened, so of many at once no more than five
 * are judged. Refuses with the attempts left: at none, a locked device's key has ended, and owner's pages are locked
 * for it.
 */
export async function enterPin(
	{ shops: { accessKeys }, writeBatch }: Deps,
	{
		keyId,
		door,
		isRight,
		newestHash,
		now,
	}: { keyId: string; door: PinDoor; isRight: boolean; newestHash: string; now: Instant },
): Promise<Outcome<null, { triesLeft: number }>> {
	const write =
		door === 'device'
			? isRight
				? accessKeys.clearWrongPins(keyId, newestHash)
				: accessKeys.countWrongPin(keyId, now)
			: isRight
				? accessKeys.clearWrongOwnerPins(keyId, newestHash)
				: accessKeys.countWrongOwnerPin(keyId)
	const { changed } = await writeBatch({ changed: write })
	if (isRight && changed > 0) return accepted(null)
	if (changed === 0) return refused({ triesLeft: 0 })
	const wrong = await accessKeys.wrongPinsOf(keyId)
	return refused({ triesLeft: Math.max(0, MAX_WRONG_PINS - wrong[door]) })
}
