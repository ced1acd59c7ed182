import sharp from 'sharp'

type Drawn = { type: 'jpeg' | 'webp'; width?: number; height?: number; quality?: number }

/** A drawn picture: slopes of colour with a pattern in it, so that its file has more than a few bytes. */
export function drawPhoto({ width = 96, height = 80 }: Omit<Drawn, 'type'> = {}): sharp.Sharp {
	const pixels = Buffer.alloc(width * height * 3)
	for (let place = 0; place < width * height; place++) {
		const [x, y] = [place % width, Math.floor(place / width)]
		pixels.set([(x * 5) % 256, (y * 7) % 256, ((x ^ y) * 3) % 256], place * 3)
	}
	return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** The file of such a picture, without metadata. */
export async function samplePhoto({ type, quality = 60, ...size }: Drawn): Promise<Uint8Array> {
	const drawn = drawPhoto(size)
	return new Uint8Array(
		await (type === 'jpeg' ? drawn.jpeg({ quality }) : drawn.webp({ quality })).toBuffer(),
	)
}

/** With where it was taken, when, and by which camera, as a phone writes it. */
export function withMetadata(drawn: sharp.Sharp, orientation = 1): sharp.Sharp {
	return drawn
		.withMetadata({ orientation })
		.withExif({
			IFD0: { Make: 'SecretCamera', Orientation: String(orientation) },
			IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 18/1', GPSLongitudeRef: 'E' },
		})
		.withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretPlace</x:xmpmeta>')
}

/** Letters as bytes. */
export function ascii(text: string): number[] {
	return [...text].map((letter) => letter.charCodeAt(0))
}

/** Bytes after each other. */
export function concat(...parts: (Uint8Array | readonly number[])[]): Uint8Array {
	const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
	let offset = 0
	for (const part of parts) {
		all.set(part, offset)
		offset += part.length
	}
	return all
}

/** A segment of a JPEG. */
export function segment(marker: number, body: Uint8Array | readonly number[]): Uint8Array {
	const length = body.length + 2
	return concat([0xff, marker, length >> 8, length & 255], body)
}

/** A chunk of a WebP, padded to an even length. */
export function chunk(name: string, body: Uint8Array | readonly number[]): Uint8Array {
	const length = body.length
	const size = [length & 255, (length >> 8) & 255, (length >> 16) & 255, length >>> 24]
	return concat(ascii(name), size, body, length % 2 === 1 ? [0] : [])
}

/** A WebP of these chunks. */
export function webpOf(...chunks: Uint8Array[]): Uint8Array {
	return concat(chunk('RIFF', concat(ascii('WEBP'), ...chunks)))
}

/** Where each segment of a JPEG begins, up to its coded picture. */
export function segmentsOf(jpeg: Uint8Array): { at: number; marker: number; end: number }[] {
	const found: { at: number; marker: number; end: number }[] = []
	for (let at = 2; at + 4 <= jpeg.length; ) {
		const end = at + 2 + (jpeg[at + 2] ?? 0) * 256 + (jpeg[at + 3] ?? 0)
		found.push({ at, marker: jpeg[at + 1] ?? 0, end })
		if (jpeg[at + 1] === 0xda) break
		at = end
	}
	return found
}

/** Bytes with others in place of those from here to there. */
export function splice(
	bytes: Uint8Array,
	from: number,
	to: number,
	other: Uint8Array | readonly number[] = [],
): Uint8Array {
	return concat(bytes.subarray(0, from), other, bytes.subarray(to))
}
