type Bytes = Uint8Array<ArrayBuffer>

export type ByteSource = (count: number) => Bytes

const secureBytes: ByteSource = (count) => crypto.getRandomValues(new Uint8Array(count))

/** Only `replaceByteSource` changes it, which the Worker never calls (docs/decisions/102). */
let source = secureBytes

/** All chance comes from here (A15). */
export function randomBytes(count: number): Bytes {
	return source(count)
}

/** From 0 up to 1, never 1 itself. */
export function randomFraction(): number {
	return new DataView(randomBytes(4).buffer).getUint32(0) / 2 ** 32
}

/** For a simulation, whose seed decides all chance. Returns a function that restores the former source. */
export function replaceByteSource(replacement: ByteSource): () => void {
	const replaced = source
	source = replacement
	return () => {
		source = replaced
	}
}
