import { MAX_WRONG_PINS } from '#app/domain/shops/access-key.ts'
import { deviceWords } from '#app/domain/shops/kiosk-words.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { DeviceRole } from '#app/kernel/vocabulary/shops.ts'
import { type WriteFailure, writeIdempotent, writeOrRefuse } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type NewKiosk = {
	/** Of the link. */
	tokenHash: string
	/** Of the device's new key. */
	keyId: string
	secretHash: string
	pinHash: string
	now: Instant
}

/**
 * Makes a device the kiosk of a link's shop; gives its role. Refuses 'kiosk_link_used' for a used, ended or unknown
 * link.
 */
export async function openKiosk(
	{ shops: { accessKeys, shopActs }, writeBatch }: Pick<Repositories, 'shops' | 'writeBatch'>,
	{ tokenHash, keyId, secretHash, pinHash, now }: NewKiosk,
): Promise<Outcome<DeviceRole, 'kiosk_link_used' | WriteFailure>> {
	const link = await accessKeys.linkOf(tokenHash)
	if (!link) return refused('kiosk_link_used')
	const write = () =>
		writeIdempotent(writeBatch, [
			...accessKeys.openLink({ tokenHash, id: keyId, secretHash, pinHash, now }),
			...shopActs.insertAct({
				id: `opened:${keyId}`,
				requestId: keyId,
				shopId: link.shop.id,
				keyId,
				kind: 'key_issued',
				subjectId: keyId,
				summary: `${deviceWords[link.role].alone} ‘${link.name}’`,
				now,
			}),
		])
	return writeOrRefuse(link.role, write, { kiosk_link_used: 'kiosk_link_used' })
}

/** What a PIN opens: a locked device, or the owner's pages. */
type PinDoor = 'device' | 'owner'

/**
 * Judges a typed PIN. A right one counts only while attempts are left, so at most five at once are judged. Refuses with
 * the attempts left. At none, a locked device's key has ended, or the owner's pages are locked.
 */
export async function enterPin(
	{ shops: { accessKeys }, writeBatch }: Pick<Repositories, 'shops' | 'writeBatch'>,
	input: { keyId: string; door: PinDoor; isRight: boolean; newestHash: string; now: Instant },
): Promise<Outcome<null, { triesLeft: number }>> {
	const { keyId, door, isRight, newestHash, now } = input
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
