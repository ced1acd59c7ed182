import { photoLimits } from '#app/domain/discovery/photo-fields.ts'
import { readPhotoFile } from '#app/domain/discovery/photo-file.ts'
import { LEFT_BEHIND_MS } from '#app/domain/discovery/photo-repository.server.ts'
import {
	type Drawing,
	MOST_REMOVED,
	type PhotoStore,
	type ThumbnailDrawer,
} from '#app/domain/discovery/photo-store.server.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { type Statement, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * Deletes bytes that no photo names, of removed photos and broken uploads. Gives the number of photos. Bytes are
 * deleted before their row, which alone knows of them. An id is never used again.
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

/** Thumbnails of one run: each is a slow request to the service. */
const MOST_DRAWN = 10
/** The first that is small enough is kept. */
const DRAWINGS: readonly Drawing[] = [
	{ side: photoLimits.drawnThumbnailSide, quality: 70 },
	{ side: photoLimits.drawnThumbnailSide, quality: 40 },
	{ side: 240, quality: 40 },
	{ side: 160, quality: 30 },
]
const TRY_AGAIN_MS = HOUR_MS

/**
 * Draws the thumbnails of photos that were sent without one. Gives how many. Failed ones are tried again in an hour; a
 * photo without a small enough picture gets none.
 */
export async function drawThumbnails(
	{ discovery: { photos }, writeBatch }: Pick<Repositories, 'discovery' | 'writeBatch'>,
	store: PhotoStore,
	draw: ThumbnailDrawer,
	now: Instant,
): Promise<number> {
	const results: Statement[] = []
	let count = 0
	for (const id of await photos.withoutThumbnail(now, MOST_DRAWN)) {
		try {
			const thumbnail = await drawn(store, draw, id)
			if (thumbnail) await store.put(id, { thumbnail: thumbnail.bytes })
			results.push(...photos.setThumbnail(id, thumbnail))
			if (thumbnail) count++
		} catch {
			results.push(photos.postponeThumbnail(id, now + TRY_AGAIN_MS))
		}
	}
	if (results.length > 0) await writeIdempotent(writeBatch, results)
	return count
}

/** Null without bytes, or without a small enough picture. */
async function drawn(store: PhotoStore, draw: ThumbnailDrawer, id: string) {
	const stream = await store.read(id, 'photo')
	if (!stream) return null
	const photo = new Uint8Array(await new Response(stream).arrayBuffer())
	for (const drawing of DRAWINGS) {
		const file = readPhotoFile(await draw(photo, drawing), photoLimits.thumbnail)
		if (file.ok) return file.value
	}
	return null
}
