const EVERY_MS = 10_000

/** Says what is done, and every ten seconds that it is still being done; gives back what it gave. */
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
