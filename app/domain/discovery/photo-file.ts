import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { PhotoType } from '#app/kernel/vocabulary/discovery.ts'
import { isTurned } from './exif-orientation.ts'
import { walkJpeg } from './jpeg-walk.ts'
import type { PhotoFileLimits } from './photo-limits.ts'
import { hasText, type PhotoFileRefusal } from './walked-file.ts'
import { walkWebp } from './webp-walk.ts'

/** A file that was walked to its end. `bytes` are what is kept of it: the picture, and nothing that tells of it. */
export type PhotoFile = { type: PhotoType; width: number; height: number; bytes: Uint8Array<ArrayBuffer> }

/**
 * Beginnings of other formats, in small letters. Found anywhere in the kept bytes, the file is also something else: a
 * picture of 40 KB has four given bytes by chance once in a hundred thousand times.
 */
const FOREIGN_MARKS = ['pk\x03\x04', 'pk\x05\x06', '%pdf-', '<script', '<html', '<?php', '<svg', '<!doctype']

/**
 * Reads an uploaded file as JPEG or WebP: every segment or chunk up to the last byte. What it keeps holds no metadata
 * (EXIF with its place, XMP, colour profile, comments, previews). Refuses:
 * - 'photo_missing': there are no bytes; 'photo_too_heavy': more than `maxBytes`;
 * - 'photo_wrong_type': neither JPEG nor WebP; 'photo_broken': cut off, malformed, or it declares what is not there;
 * - 'photo_has_more': bytes after its end, or another format in it; 'photo_animated';
 * - 'photo_turned': its metadata turn or mirror it, so that it would lie on its side without them;
 * - 'photo_wrong_size': a side is shorter or longer than allowed.
 */
export function readPhotoFile(
	bytes: Uint8Array,
	{ maxBytes, maxSide, minSide }: PhotoFileLimits,
): Outcome<PhotoFile, PhotoFileRefusal> {
	if (bytes.length === 0) return refused('photo_missing')
	if (bytes.length > maxBytes) return refused('photo_too_heavy')
	const type = typeOf(bytes)
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

function typeOf(bytes: Uint8Array): PhotoType | null {
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
