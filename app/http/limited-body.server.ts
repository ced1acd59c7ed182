/** An oversized body is discarded up to here: a sender that is cut off does not see our answer. */
const MAX_DISCARDED_BYTES = 4 * 1024 * 1024

/** The bytes of a body; null for too many. A broken or malformed body throws 400 (F14). */
export async function limitedBody(
	request: Request,
	maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
	const { body, isWhole } = await beginningOfBody(request, maxBytes)
	return isWhole ? body : null
}

/** The first bytes of a body, and whether that is the whole. Discards the rest as `limitedBody` does. */
export async function beginningOfBody(
	request: Request,
	maxBytes: number,
	maxDiscardedBytes = MAX_DISCARDED_BYTES,
): Promise<{ body: Uint8Array<ArrayBuffer>; isWhole: boolean }> {
	const chunks: Uint8Array[] = []
	let size = 0
	let kept = 0
	// The declared length can lie, so the received bytes are counted.
	const reader = request.body?.getReader()
	while (reader) {
		const { done, value } = await reader.read().catch(() => {
			throw new Response(null, { status: 400 })
		})
		if (done) break
		size += value.byteLength
		const chunk = value.subarray(0, maxBytes - kept)
		if (chunk.byteLength > 0) chunks.push(chunk)
		kept += chunk.byteLength
		if (size > maxDiscardedBytes) await reader.cancel()
	}
	const body = new Uint8Array(kept)
	let offset = 0
	for (const chunk of chunks) {
		body.set(chunk, offset)
		offset += chunk.byteLength
	}
	return { body, isWhole: size <= maxBytes }
}

const ENOUGH_BYTES = 64 * 1024

/**
 * Reads a refused request's body to its end: an earlier answer would reset the connection, and the sender might never
 * see it. A long body is cut off.
 */
export async function discardBody(request: Request): Promise<void> {
	const reader = request.body?.getReader()
	let size = 0
	while (reader) {
		// A body that breaks off counts as ended.
		const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }) as const)
		if (done) return
		size += value.byteLength
		if (size > ENOUGH_BYTES) return reader.cancel()
	}
}
