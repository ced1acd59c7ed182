import { photoLimits } from '#app/domain/discovery/photo-fields.ts'
import { type ReadPhoto, readPhoto } from '#app/flows/shop/change-photos.server.ts'

const QUALITIES = [82, 70, 55, 40, 25, 10]
const SHORTER = 0.75
const MOST_TRIES = 6

/** As the phone's script would draw it: upright, small, without metadata. Null where it is no picture. */
export async function shrinkFile(path: string): Promise<ReadPhoto | null> {
	const drawn = await Promise.all([
		drawnTo(path, photoLimits.drawnSide, photoLimits.photo.maxBytes),
		drawnTo(path, photoLimits.drawnThumbnailSide, photoLimits.thumbnail.maxBytes),
	]).catch(() => null)
	const [photo, thumbnail] = drawn ?? []
	if (!photo) return null
	const read = await readPhoto(photo, thumbnail ?? new Uint8Array())
	return read.ok ? read.value : null
}

async function drawnTo(path: string, longest: number, maxBytes: number): Promise<Uint8Array | null> {
	// Loading it takes longer than most commands.
	const { default: sharp } = await import('sharp')
	let side = longest
	for (let tries = 0; tries < MOST_TRIES; tries++, side = Math.round(side * SHORTER)) {
		const picture = sharp(path)
			.rotate()
			.resize(side, side, { fit: 'inside', withoutEnlargement: true })
			.flatten({ background: '#fff' })
		for (const quality of QUALITIES) {
			const bytes = await picture.clone().webp({ quality }).toBuffer()
			if (bytes.length <= maxBytes) return new Uint8Array(bytes)
		}
	}
	return null
}
