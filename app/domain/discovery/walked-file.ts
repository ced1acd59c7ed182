/** Why a file is not taken as a photo. */
export type PhotoFileRefusal =
	| 'photo_missing'
	| 'photo_too_heavy'
	| 'photo_wrong_type'
	| 'photo_broken'
	| 'photo_has_more'
	| 'photo_animated'
	| 'photo_turned'
	| 'photo_wrong_size'

/** What the walk of a file gives: its kept parts in order, and the EXIF blocks that were left out. */
export type WalkedFile = {
	width: number
	height: number
	parts: readonly Uint8Array[]
	exif: readonly Uint8Array[]
}

/** Whether these letters stand there. */
export function hasText(bytes: Uint8Array, offset: number, text: string): boolean {
	return [...text].every((letter, index) => bytes[offset + index] === letter.charCodeAt(0))
}
