import { setTimeout as delay } from 'node:timers/promises'

const REQUEST_MS = 5_000
const PAUSE_MS = 50

/** Waits until an address answers well, at most so long; gives null then, else why it did not the last time. */
export async function waitUntilWell(url: string, patienceMs: number): Promise<string | null> {
	const deadline = Date.now() + patienceMs
	let last = 'no answer'
	while (Date.now() < deadline) {
		try {
			const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_MS) })
			await response.body?.cancel()
			if (response.ok) return null
			last = `status ${response.status}`
		} catch (error) {
			last = error instanceof Error ? error.message : String(error)
		}
		await delay(PAUSE_MS)
	}
	return last
}
