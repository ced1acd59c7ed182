const ENOUGH_BYTES = 64 * 1024

/**
 * Reads the body of a refused request to its end: an earlier answer would reset the connection, and the sender might
 * never see it. A body longer than any of our forms is cut off.
 */
export async function discardBody(request: Request): Promise<void> {
	const reader = request.body?.getReader()
	let size = 0
	while (reader) {
		// A body that breaks off is at its end too.
		const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }) as const)
		if (done) return
		size += value.byteLength
		if (size > ENOUGH_BYTES) return reader.cancel()
	}
}
