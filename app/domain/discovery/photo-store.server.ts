export type PhotoBytes = { photo: Uint8Array; thumbnail: Uint8Array | null }

/** Each name is written once. */
export type PhotoStore = {
	put(photoId: string, bytes: Partial<PhotoBytes>): Promise<void>
	read(photoId: string, size: PhotoSize): Promise<ReadableStream | null>
	/** Missing bytes are no error. */
	remove(photoIds: readonly string[]): Promise<void>
}

export type PhotoSize = 'photo' | 'thumbnail'

/** The part of R2 that is used, so that tests can replace it. */
export type PhotoBucket = {
	put(name: string, bytes: Uint8Array): Promise<unknown>
	get(name: string): Promise<{ body: ReadableStream } | null>
	delete(names: string[]): Promise<unknown>
}

/** R2 deletes at most a thousand at once, and a photo has two objects. */
export const MOST_REMOVED = 400

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
