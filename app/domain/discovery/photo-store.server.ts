/** The names under which a photo's bytes stand in the store. */
export type PhotoBytes = { photo: Uint8Array; thumbnail: Uint8Array | null }

/** Where the bytes of photos are. Each name is written once. */
export type PhotoStore = {
	put(photoId: string, bytes: Partial<PhotoBytes>): Promise<void>
	/** Null where there are none. */
	read(photoId: string, size: PhotoSize): Promise<ReadableStream | null>
	/** Of photos that have no bytes nothing is said. */
	remove(photoIds: readonly string[]): Promise<void>
}

export type PhotoSize = 'photo' | 'thumbnail'

/** What of R2 is used, so that tests may stand in for it. */
export type PhotoBucket = {
	put(name: string, bytes: Uint8Array): Promise<unknown>
	get(name: string): Promise<{ body: ReadableStream } | null>
	delete(names: string[]): Promise<unknown>
}

/** R2 deletes at most a thousand at once. */
export const MOST_REMOVED = 400

/** Photos in a bucket of R2. */
export function createPhotoStore(bucket: PhotoBucket): PhotoStore {
	return {
		async put(photoId, { photo, thumbnail }) {
			await Promise.all([
				photo && bucket.put(objectName(photoId, 'photo'), photo),
				thumbnail && bucket.put(objectName(photoId, 'thumbnail'), thumbnail),
			])
		},
		async read(photoId, size) {
			return (await bucket.get(objectName(photoId, size)))?.body ?? null
		},
		async remove(photoIds) {
			if (photoIds.length === 0) return
			await bucket.delete(photoIds.flatMap((id) => [objectName(id, 'photo'), objectName(id, 'thumbnail')]))
		},
	}
}

function objectName(photoId: string, size: PhotoSize): string {
	return size === 'photo' ? photoId : `${photoId}.small`
}
