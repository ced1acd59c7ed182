const ORIENTATION_TAG = 0x0112
const SHORT_TYPE = 3
const ENTRY_BYTES = 12
/** More entries than a camera writes. */
const MOST_ENTRIES = 200

/**
 * Whether an EXIF block (from its TIFF header on) turns or mirrors its picture. One that cannot be read turns nothing,
 * for us and for browsers.
 */
export function isTurned(tiff: Uint8Array): boolean {
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
