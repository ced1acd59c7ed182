const REQUEST_MS = 5_000
const PAUSE_MS = 50
const SAY_EVERY_MS = 10_000

export type Waited = {
	/** Its name in messages: 'The Worker'. */
	what: string
	url: string
	/** A silent server is awaited while this holds: a busy machine is slow. */
	isAlive: () => boolean
	/** The limit for answers that are not well. */
	unwellMs: number
	say: (line: string) => void
}

/** Waits until an address answers well. Null on success; else the reason. */
export async function waitUntilWell({ what, url, isAlive, unwellMs, say }: Waited): Promise<string | null> {
	const startedAt = Date.now()
	let reportedAt = startedAt
	let unwellSince: number | null = null
	for (;;) {
		let last: string
		try {
			const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_MS) })
			await response.body?.cancel()
			if (response.ok) return null
			last = `status ${response.status}`
			unwellSince ??= Date.now()
		} catch (error) {
			last = error instanceof Error ? error.message : String(error)
			unwellSince = null
		}
		if (!isAlive()) return `it ended (${last})`
		const now = Date.now()
		if (unwellSince !== null && now - unwellSince >= unwellMs) return last
		if (now - reportedAt >= SAY_EVERY_MS) {
			reportedAt = now
			say(`${what} has started and does not answer yet … ${Math.round((now - startedAt) / 1_000)} s`)
		}
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
	}
}
