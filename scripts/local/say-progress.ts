const EVERY_MS = 10_000

/** Reports the work at its start and every ten seconds; returns its result. */
export async function sayProgress<Done>(
	say: ((line: string) => void) | undefined,
	what: string,
	work: () => Promise<Done>,
): Promise<Done> {
	if (!say) return work()
	const startedAt = Date.now()
	const seconds = () => Math.round((Date.now() - startedAt) / 1_000)
	say(`${what} …`)
	const timer = setInterval(() => say(`${what} … ${seconds()} s`), EVERY_MS)
	try {
		return await work()
	} finally {
		clearInterval(timer)
	}
}
