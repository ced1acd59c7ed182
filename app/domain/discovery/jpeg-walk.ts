import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { hasText, type PhotoFileRefusal, type WalkedFile } from './walked-file.ts'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const DHT = 0xc4
const DQT = 0xdb
const DRI = 0xdd
const COM = 0xfe
const APP0 = 0xe0
const APP1 = 0xe1
const APP14 = 0xee
const APP15 = 0xef
const RST0 = 0xd0
const RST7 = 0xd7
/** Baseline, extended and progressive, Huffman coded: what browsers draw. */
const FRAMES = [0xc0, 0xc1, 0xc2]
const PROGRESSIVE = 0xc2
/** A progressive picture has about ten scans; thousands keep a phone busy for minutes. */
const MOST_SCANS = 20

type Component = { id: number; across: number; down: number }
type Frame = { marker: number; width: number; height: number; components: Component[] }
type Walk = {
	parts: Uint8Array[]
	exif: Uint8Array[]
	frame: Frame | null
	scans: number
	entropyBytes: number
	hasRestarts: boolean
}

/**
 * Walks a JPEG by segment, and through the coded picture to its end mark. Leaves out application segments and comments;
 * of Adobe's it keeps the colour transform, in a new segment.
 */
export function walkJpeg(bytes: Uint8Array): Outcome<WalkedFile, PhotoFileRefusal> {
	const walk: Walk = {
		parts: [Uint8Array.of(0xff, SOI)],
		exif: [],
		frame: null,
		scans: 0,
		entropyBytes: 0,
		hasRestarts: false,
	}
	let at = 2
	for (;;) {
		const marker = bytes[at + 1]
		if (bytes[at] !== 0xff || marker === undefined) return refused('photo_broken')
		if (marker === EOI) break
		const length = (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)
		const end = at + 2 + length
		if (length < 2 || end > bytes.length) return refused('photo_broken')
		const segment = { marker, whole: bytes.subarray(at, end), body: bytes.subarray(at + 4, end) }
		if (!takeSegment(walk, segment)) return refused('photo_broken')
		at = end
		if (marker === SOS) {
			const next = endOfScan(bytes, at, walk.hasRestarts)
			if (next === null) return refused('photo_broken')
			walk.parts.push(bytes.subarray(at, next))
			walk.entropyBytes += next - at
			at = next
		}
	}
	if (walk.frame === null || walk.scans === 0 || !isAllThere(walk.frame, walk.entropyBytes))
		return refused('photo_broken')
	if (at + 2 < bytes.length) return refused('photo_has_more')
	const { width, height } = walk.frame
	return accepted({ width, height, parts: [...walk.parts, Uint8Array.of(0xff, EOI)], exif: walk.exif })
}

type Segment = { marker: number; whole: Uint8Array; body: Uint8Array }

/** Keeps or drops a segment; false for a malformed one, or a kind that we do not accept. */
function takeSegment(walk: Walk, { marker, whole, body }: Segment): boolean {
	if (marker === COM) return true
	if (marker >= APP0 && marker <= APP15) return takeApplication(walk, marker, body)
	walk.parts.push(whole)
	if (marker === DQT) return areQuantizationTables(body)
	if (marker === DHT) return areHuffmanTables(body)
	if (marker === DRI) {
		walk.hasRestarts = body.some((byte) => byte !== 0)
		return body.length === 2
	}
	if (marker === SOS) {
		walk.scans++
		return walk.frame !== null && isScanHeader(walk.frame, body) && walk.scans <= MOST_SCANS
	}
	if (!FRAMES.includes(marker) || walk.frame !== null) return false
	walk.frame = readFrame(marker, body)
	return walk.frame !== null
}

function takeApplication(walk: Walk, marker: number, body: Uint8Array): boolean {
	if (marker === APP1 && hasText(body, 0, 'Exif\0\0')) walk.exif.push(body.subarray(6))
	if (marker !== APP14 || !hasText(body, 0, 'Adobe')) return true
	const transform = body[11]
	if (body.length !== 12 || transform === undefined || transform > 1) return false
	walk.parts.push(
		Uint8Array.of(0xff, APP14, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, transform),
	)
	return true
}

/** Each table has 64 values, of one byte or two. */
function areQuantizationTables(body: Uint8Array): boolean {
	let at = 0
	while (at < body.length) {
		const kind = body[at] ?? 0
		if (kind >> 4 > 1 || (kind & 15) > 3) return false
		at += 1 + (kind >> 4 === 1 ? 128 : 64)
	}
	return at === body.length && at > 0
}

/** Each table has the number of codes of each length, then a value for each code. */
function areHuffmanTables(body: Uint8Array): boolean {
	let at = 0
	while (at < body.length) {
		const kind = body[at] ?? 0
		if (kind >> 4 > 1 || (kind & 15) > 3 || at + 17 > body.length) return false
		const counts = body.subarray(at + 1, at + 17)
		const values = counts.reduce((sum, count) => sum + count, 0)
		// No code may begin with another one: the shares of all codes sum up to at most 1.
		const room = counts.reduce((used, count, index) => used + count / 2 ** (index + 1), 0)
		if (values === 0 || values > 256 || room > 1) return false
		at += 17 + values
	}
	return at === body.length && at > 0
}

function readFrame(marker: number, body: Uint8Array): Frame | null {
	const [precision, heightHigh = 0, heightLow = 0, widthHigh = 0, widthLow = 0, count = 0] = body
	const [height, width] = [heightHigh * 256 + heightLow, widthHigh * 256 + widthLow]
	if (precision !== 8 || height === 0 || width === 0) return null
	if ((count !== 1 && count !== 3) || body.length !== 6 + 3 * count) return null
	const components = Array.from({ length: count }, (_, index) => {
		const [id = 0, sampling = 0] = body.subarray(6 + 3 * index)
		return { id, across: sampling >> 4, down: sampling & 15 }
	})
	const isSampled = ({ across, down }: Component) => across >= 1 && across <= 4 && down >= 1 && down <= 4
	const ids = new Set(components.map(({ id }) => id))
	return components.every(isSampled) && ids.size === count ? { marker, width, height, components } : null
}

function isScanHeader({ marker, components }: Frame, body: Uint8Array): boolean {
	const count = body[0] ?? 0
	if (count < 1 || count > components.length || body.length !== 4 + 2 * count) return false
	const ids = Array.from({ length: count }, (_, index) => body[1 + 2 * index] ?? -1)
	if (new Set(ids).size !== count || !ids.every((id) => components.some((known) => known.id === id)))
		return false
	const [first = 0, last = 0, steps = 0] = body.subarray(1 + 2 * count)
	if (marker !== PROGRESSIVE) return first === 0 && last === 63 && steps === 0
	return first <= last && last <= 63 && (first === 0) === (last === 0) && (first === 0 || count === 1)
}

/** The first mark that is no restart; null where the bytes end before. */
function endOfScan(bytes: Uint8Array, from: number, hasRestarts: boolean): number | null {
	let nextRestart = RST0
	for (let at = from; at + 1 < bytes.length; at++) {
		if (bytes[at] !== 0xff) continue
		const marker = bytes[at + 1] ?? 0
		if (marker >= RST0 && marker <= RST7) {
			if (!hasRestarts || marker !== nextRestart) return null
			nextRestart = nextRestart === RST7 ? RST0 : nextRestart + 1
		} else if (marker !== 0) return at === from ? null : at
		at++
	}
	return null
}

/**
 * Whether the bytes suffice for the declared size: at least a bit for each 8 by 8 block, two if not progressive. So a
 * tiny file cannot claim to be a large picture.
 */
function isAllThere({ marker, width, height, components }: Frame, entropyBytes: number): boolean {
	const mostAcross = Math.max(...components.map(({ across }) => across))
	const mostDown = Math.max(...components.map(({ down }) => down))
	const blocks = components.reduce((sum, { across, down }) => {
		const columns = Math.ceil(Math.ceil((width * across) / mostAcross) / 8)
		const rows = Math.ceil(Math.ceil((height * down) / mostDown) / 8)
		return sum + columns * rows
	}, 0)
	return entropyBytes * 8 >= blocks * (marker === PROGRESSIVE ? 1 : 2)
}
