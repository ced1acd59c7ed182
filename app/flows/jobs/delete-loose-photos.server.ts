import { LEFT_BEHIND_MS } from '#app/domain/discovery/photo-repository.server.ts'
import { MOST_REMOVED, type PhotoStore } from '#app/domain/discovery/photo-store.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * Deletes bytes that no photo names: of removed ones, and of uploads that broke off. Gives how many photos' they were.
 * The bytes go first: what is forgotten before would stay for ever. An id is never used again, and one of that age gets
 * no photo any more.
 */
export async function deleteLoosePhotos(
	{ discovery: { photos }, writeBatch }: Pick<Repositories, 'discovery' | 'writeBatch'>,
	store: PhotoStore,
	now: Instant,
): Promise<number> {
	const ids = await photos.looseSince(now - LEFT_BEHIND_MS, MOST_REMOVED)
	if (ids.length === 0) return 0
	await store.remove(ids)
	await writeIdempotent(writeBatch, [photos.forgetLoose(ids)])
	return ids.length
}
