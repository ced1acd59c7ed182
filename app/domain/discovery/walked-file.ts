export type PhotoFileRefusal =
	| 'photo_missing'
	| 'photo_too_heavy'
	| 'photo_wrong_type'
	| 'photo_broken'
	| 'photo_has_more'
	| 'photo_animated'
	| 'photo_turned'
	| 'photo_wrong_size'

/** The kept parts in order, and the dropped EXIF blocks. */
export type WalkedFile = {
	width: number
	height: number
	parts: readonly Uint8Array[]
	exif: readonly Uint8Array[]
}

export function hasText(bytes: Uint8Array, offset: number, text: string): boolean {
	return [...text].every((letter, index) => bytes[offset + index] === letter.charCodeAt(0))
}
