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

/** For browsers without script: a decoder would add megabytes to the Worker. */
export function createThumbnailDrawer(images: ImagesBinding): ThumbnailDrawer {
	return async (photo, { side, quality }) => {
		const drawn = await images
			.input(new Blob([new Uint8Array(photo)]).stream())
			.transform({ width: side, height: side, fit: 'scale-down' })
			.output({ format: 'image/webp', quality })
		return new Uint8Array(await drawn.response().arrayBuffer())
	}
}
