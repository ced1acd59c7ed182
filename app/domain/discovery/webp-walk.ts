import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { hasText, type PhotoFileRefusal, type WalkedFile } from './walked-file.ts'

const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
const VP8X_BYTES = 10
const ALPHA_FLAG = 0x10

type Chunk = { name: string; whole: Uint8Array; body: Uint8Array }
type Size = { width: number; height: number }

/**
 * Walks a WebP by chunk and keeps the picture alone, under a new header: extended with a separate alpha channel, else
 * simple.
 */
export function walkWebp(bytes: Uint8Array): Outcome<WalkedFile, PhotoFileRefusal> {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
	if (bytes.length < HEADER_BYTES + CHUNK_HEADER_BYTES) return refused('photo_broken')
	const end = view.getUint32(4, true) + 8
	if (end > bytes.length) return refused('photo_broken')
	if (end < bytes.length) return refused('photo_has_more')
	const chunks = readChunks(bytes, view)
	if (chunks === null) return refused('photo_broken')
	if (chunks.some(({ name }) => name === 'ANIM' || name === 'ANMF')) return refused('photo_animated')
	if (!areInOrder(chunks.map(({ name }) => name))) return refused('photo_broken')
	const named = (name: string) => chunks.find((chunk) => chunk.name === name)
	const image = named('VP8 ') ?? named('VP8L')
	const size = image && (image.name === 'VP8 ' ? lossySize(image.body) : losslessSize(image.body))
	if (!image || !size || (image.name === 'VP8L' && named('ALPH'))) return refused('photo_broken')
	const extended = named('VP8X')
	if (extended && !isSize(readCanvas(extended.body), size)) return refused('photo_broken')
	const alpha = named('ALPH')
	const kept = alpha ? [extendedHeader(size), alpha.whole, image.whole] : [image.whole]
	const exif = chunks.filter(({ name }) => name === 'EXIF').map(({ body }) => readTiff(body))
	return accepted({ ...size, parts: [fileHeader(kept), ...kept], exif })
}

/** Null where a chunk is cut off, or its padding byte is not 0. */
function readChunks(bytes: Uint8Array, view: DataView): Chunk[] | null {
	const chunks: Chunk[] = []
	let at = HEADER_BYTES
	while (at < bytes.length) {
		if (at + CHUNK_HEADER_BYTES > bytes.length) return null
		const length = view.getUint32(at + 4, true)
		const start = at + CHUNK_HEADER_BYTES
		const next = start + length + (length % 2)
		if (next > bytes.length || (length % 2 === 1 && bytes[next - 1] !== 0)) return null
		const name = String.fromCharCode(...bytes.subarray(at, at + 4))
		chunks.push({ name, whole: bytes.subarray(at, next), body: bytes.subarray(start, start + length) })
		at = next
	}
	return chunks
}

/** Each chunk once, and only chunks of a still picture: an unknown one could be anything. */
function areInOrder(names: readonly string[]): boolean {
	const letters = names.map((name) => chunkLetters[name] ?? '?').join('')
	return /^(i|xp?(i|ai)e?m?|xp?(i|ai)me?)$/.test(letters)
}

const chunkLetters: Readonly<Record<string, string>> = {
	VP8X: 'x',
	ICCP: 'p',
	ALPH: 'a',
	'VP8 ': 'i',
	VP8L: 'i',
	EXIF: 'e',
	'XMP ': 'm',
}

/** A shown, unscaled key frame that contains its first part. */
function lossySize(body: Uint8Array): Size | null {
	if (body.length < 11) return null
	const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
	const tag = view.getUint16(0, true) | ((body[2] ?? 0) << 16)
	const isKeyFrame = (tag & 1) === 0
	const isShown = ((tag >> 4) & 1) === 1
	const firstPart = tag >> 5
	const begins = body[3] === 0x9d && body[4] === 0x01 && body[5] === 0x2a
	const [across, down] = [view.getUint16(6, true), view.getUint16(8, true)]
	const isScaled = across >> 14 !== 0 || down >> 14 !== 0
	if (!isKeyFrame || !isShown || !begins || isScaled || ((tag >> 1) & 7) > 3) return null
	const size = { width: across & 0x3fff, height: down & 0x3fff }
	// A macroblock of 16 by 16 takes at least a bit, most take far more.
	const leastBytes = (Math.ceil(size.width / 16) * Math.ceil(size.height / 16)) / 64
	if (firstPart === 0 || firstPart + 10 >= body.length || body.length < leastBytes) return null
	return size.width > 0 && size.height > 0 ? size : null
}

function losslessSize(body: Uint8Array): Size | null {
	if (body.length < 6 || body[0] !== 0x2f) return null
	const bits = new DataView(body.buffer, body.byteOffset, body.byteLength).getUint32(1, true)
	const isKnownVersion = bits >>> 29 === 0
	return isKnownVersion ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : null
}

function readCanvas(body: Uint8Array): Size | null {
	if (body.length !== VP8X_BYTES) return null
	const at = (index: number) => body[index] ?? 0
	return {
		width: (at(4) | (at(5) << 8) | (at(6) << 16)) + 1,
		height: (at(7) | (at(8) << 8) | (at(9) << 16)) + 1,
	}
}

function isSize(one: Size | null, other: Size): boolean {
	return one?.width === other.width && one.height === other.height
}

/** Some programs write a JPEG segment's letters in front. */
function readTiff(body: Uint8Array): Uint8Array {
	return hasText(body, 0, 'Exif\0\0') ? body.subarray(6) : body
}

function fileHeader(chunks: readonly Uint8Array[]): Uint8Array {
	const header = new Uint8Array(HEADER_BYTES)
	const length = chunks.reduce((sum, chunk) => sum + chunk.length, 4)
	header.set(letters('RIFF'))
	new DataView(header.buffer).setUint32(4, length, true)
	header.set(letters('WEBP'), 8)
	return header
}

function extendedHeader({ width, height }: Size): Uint8Array {
	const chunk = new Uint8Array(CHUNK_HEADER_BYTES + VP8X_BYTES)
	const view = new DataView(chunk.buffer)
	chunk.set(letters('VP8X'))
	view.setUint32(4, VP8X_BYTES, true)
	view.setUint8(8, ALPHA_FLAG)
	// 24 bits each: the second value overwrites the first one's high byte.
	view.setUint32(12, width - 1, true)
	view.setUint16(15, (height - 1) & 0xffff, true)
	view.setUint8(17, (height - 1) >> 16)
	return chunk
}

function letters(text: string): number[] {
	return [...text].map((letter) => letter.charCodeAt(0))
}
