import type { PhotoSize, PhotoStore } from '#app/domain/discovery/photo-store.server.ts'
import { ID_PATTERN } from '#app/kernel/id.server.ts'
import type { PhotoType } from '#app/kernel/vocabulary/discovery.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** A photo that may be shown. */
export type ServedPhoto = { type: PhotoType; digest: string; open: () => Promise<ReadableStream | null> }

/**
 * What is shown under a photo's address; null for one that is hidden, gone or has no such size. The database is asked
 * each time, and the store only when the bytes are wanted.
 */
export async function servePhoto(
	{ discovery: { photos }, photoStore }: Pick<Repositories, 'discovery'> & { photoStore: PhotoStore | null },
	photoId: string,
	size: PhotoSize,
): Promise<ServedPhoto | null> {
	if (photoStore === null || !ID_PATTERN.test(photoId)) return null
	const photo = await photos.servedPhoto(photoId)
	const type = size === 'photo' ? photo?.type : photo?.thumbnailType
	if (!photo || !type) return null
	return { type, digest: photo.digest, open: () => photoStore.read(photoId, size) }
}
