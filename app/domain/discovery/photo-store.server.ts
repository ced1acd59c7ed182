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

/** `side`: the longest, in pixels. `quality`: of WebP. */
export type Drawing = { side: number; quality: number }

/** Rejects where the service does not answer. */
export type ThumbnailDrawer = (photo: Uint8Array, drawing: Drawing) => Promise<Uint8Array>

/** The part of Cloudflare Images that is used, so that tests can replace it. */
export type ImagesBinding = {
	input(photo: ReadableStream): {
		transform(size: { width: number; height: number; fit: 'scale-down' }): {
			output(format: { format: 'image/webp'; quality: number }): Promise<{ response(): Response }>
		}
	}
}

/** Draws for browsers without script. A decoder in the Worker would add megabytes. */
export function createThumbnailDrawer(images: ImagesBinding): ThumbnailDrawer {
	return async (photo, { side, quality }) => {
		const drawn = await images
			.input(new Blob([new Uint8Array(photo)]).stream())
			.transform({ width: side, height: side, fit: 'scale-down' })
			.output({ format: 'image/webp', quality })
		return new Uint8Array(await drawn.response().arrayBuffer())
	}
}
