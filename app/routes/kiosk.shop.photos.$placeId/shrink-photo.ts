import { photoLimits } from '#app/domain/discovery/photo-fields.ts'

type Drawn = { maxBytes: number; side: number }

const large: Drawn = { maxBytes: photoLimits.photo.maxBytes, side: photoLimits.drawnSide }
const small: Drawn = { maxBytes: photoLimits.thumbnail.maxBytes, side: photoLimits.drawnThumbnailSide }
const QUALITIES = [0.82, 0.7, 0.55, 0.4, 0.25]
/** Each time that no quality makes the file small enough, its sides become shorter by this. */
const SHORTER = 0.75
const MOST_TRIES = 5

/**
 * Draws a photo anew, as a file of at most 40 KB with its thumbnail of at most 6 KB: upright, and without what the
 * camera wrote about it. Null where this browser cannot read it.
 */
export async function shrinkPhoto(file: Blob): Promise<{ photo: File; thumbnail: File } | null> {
	try {
		const picture = await createImageBitmap(file)
		const [photo, thumbnail] = [await drawn(picture, large), await drawn(picture, small)]
		picture.close()
		return photo && thumbnail && { photo: fileOf(photo, 'photo'), thumbnail: fileOf(thumbnail, 'thumbnail') }
	} catch {
		return null
	}
}

function fileOf(blob: Blob, name: string): File {
	return new File([blob], `${name}.${blob.type.slice('image/'.length)}`, { type: blob.type })
}

async function drawn(picture: ImageBitmap, { maxBytes, side }: Drawn): Promise<Blob | null> {
	let scale = Math.min(1, side / Math.max(picture.width, picture.height))
	for (let tries = 0; tries < MOST_TRIES; tries++, scale *= SHORTER) {
		const canvas = document.createElement('canvas')
		canvas.width = Math.max(1, Math.round(picture.width * scale))
		canvas.height = Math.max(1, Math.round(picture.height * scale))
		const context = canvas.getContext('2d')
		if (!context) return null
		// JPEG has no transparency: what is clear would become black.
		context.fillStyle = '#fff'
		context.fillRect(0, 0, canvas.width, canvas.height)
		context.drawImage(picture, 0, 0, canvas.width, canvas.height)
		for (const quality of QUALITIES) {
			const blob = await encoded(canvas, quality)
			if (blob && blob.size <= maxBytes) return blob
		}
	}
	return null
}

/** WebP, or JPEG where the browser writes no WebP. */
async function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
	const as = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
	const webp = await as('image/webp')
	return webp?.type === 'image/webp' ? webp : as('image/jpeg')
}
