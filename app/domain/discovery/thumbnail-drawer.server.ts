/** How a picture is drawn: the longest side in pixels, and the quality of WebP. */
export type Drawing = { side: number; quality: number }

/** Draws a photo smaller. Rejects where the service does not answer. */
export type ThumbnailDrawer = (photo: Uint8Array, drawing: Drawing) => Promise<Uint8Array>

/** What of Cloudflare's Images is used, so that tests may stand in for it. */
export type ImagesBinding = {
	input(photo: ReadableStream): {
		transform(size: { width: number; height: number; fit: 'scale-down' }): {
			output(format: { format: 'image/webp'; quality: number }): Promise<{ response(): Response }>
		}
	}
}

/** Cloudflare's Images draws what a browser without script cannot: a decoder would be megabytes of the Worker. */
export function createThumbnailDrawer(images: ImagesBinding): ThumbnailDrawer {
	return async (photo, { side, quality }) => {
		const drawn = await images
			.input(new Blob([new Uint8Array(photo)]).stream())
			.transform({ width: side, height: side, fit: 'scale-down' })
			.output({ format: 'image/webp', quality })
		return new Uint8Array(await drawn.response().arrayBuffer())
	}
}
