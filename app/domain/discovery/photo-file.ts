import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { PhotoType } from '#app/kernel/vocabulary/discovery.ts'
import { walkJpeg } from './jpeg-walk.ts'
import type { PhotoFileLimits } from './photo-fields.ts'
import { hasText, type PhotoFileRefusal } from './walked-file.ts'
import { walkWebp } from './webp-walk.ts'

/** `bytes` are the picture without metadata. */
export type PhotoFile = { type: PhotoType; width: number; height: number; bytes: Uint8Array<ArrayBuffer> }

/**
 * Beginnings of other formats, in lower case. A file with one inside is also something else: by chance 40 KB hold four
 * given bytes once in a hundred thousand files.
 */
const FOREIGN_MARKS = ['pk\x03\x04', 'pk\x05\x06', '%pdf-', '<script', '<html', '<?php', '<svg', '<!doctype']

/**
 * Reads an uploaded JPEG or WebP up to its last byte, and drops all metadata (EXIF, XMP, colour profile, comments,
 * previews). Refuses:
 * - 'photo_missing': no bytes; 'photo_too_heavy': more than `maxBytes`;
 * - 'photo_wrong_type': neither JPEG nor WebP; 'photo_broken': cut off, malformed or too small for its size;
 * - 'photo_has_more': bytes after its end, or another format inside; 'photo_animated';
 * - 'photo_turned': its metadata turn or mirror it, so without them it would lie on its side;
 * - 'photo_wrong_size': a side is too short or too long.
 */
export function readPhotoFile(
	bytes: Uint8Array,
	{ maxBytes, maxSide, minSide }: PhotoFileLimits,
): Outcome<PhotoFile, PhotoFileRefusal> {
	if (bytes.length === 0) return refused('photo_missing')
	if (bytes.length > maxBytes) return refused('photo_too_heavy')
	const type = detectType(bytes)
	if (type === null) return refused('photo_wrong_type')
	const walked = type === 'jpeg' ? walkJpeg(bytes) : walkWebp(bytes)
	if (!walked.ok) return walked
	const { width, height, parts, exif } = walked.value
	if (Math.max(width, height) > maxSide || Math.min(width, height) < minSide)
		return refused('photo_wrong_size')
	if (exif.some(isTurned)) return refused('photo_turned')
	const kept = joined(parts)
	if (hasForeignMark(kept)) return refused('photo_has_more')
	return accepted({ type, width, height, bytes: kept })
}

function detectType(bytes: Uint8Array): PhotoType | null {
	if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
	return hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP') ? 'webp' : null
}

function hasForeignMark(bytes: Uint8Array): boolean {
	const text = new TextDecoder('latin1').decode(bytes).toLowerCase()
	return FOREIGN_MARKS.some((mark) => text.includes(mark))
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
	let offset = 0
	for (const part of parts) {
		all.set(part, offset)
		offset += part.length
	}
	return all
}

const ORIENTATION_TAG = 0x0112
const SHORT_TYPE = 3
const ENTRY_BYTES = 12
/** More than a camera writes. */
const MOST_ENTRIES = 200

/**
 * Whether an EXIF block, from its TIFF header on, turns or mirrors the picture. An unreadable one does not, as in
 * browsers.
 */
function isTurned(tiff: Uint8Array): boolean {
	const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
	if (view.byteLength < 8) return false
	const order = view.getUint16(0)
	if (order !== 0x4949 && order !== 0x4d4d) return false
	const isLittle = order === 0x4949
	const directory = view.getUint32(4, isLittle)
	if (view.getUint16(2, isLittle) !== 42 || directory + 2 > view.byteLength) return false
	const count = Math.min(view.getUint16(directory, isLittle), MOST_ENTRIES)
	for (let index = 0; index < count; index++) {
		const entry = directory + 2 + index * ENTRY_BYTES
		if (entry + ENTRY_BYTES > view.byteLength) return false
		if (view.getUint16(entry, isLittle) !== ORIENTATION_TAG) continue
		const value = view.getUint16(entry + 8, isLittle)
		return view.getUint16(entry + 2, isLittle) === SHORT_TYPE && value >= 2 && value <= 8
	}
	return false
}
