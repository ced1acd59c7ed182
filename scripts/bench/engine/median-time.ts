/** Median over many short rounds of what one call takes, in microseconds, after a warm-up. */
export function medianMicroseconds(run: () => unknown, rounds = 400, roundMs = 1): number {
	let calls = 1
	const measure = () => {
		const start = performance.now()
		for (let call = 0; call < calls; call++) kept[0] = run()
		return performance.now() - start
	}
	// Warm up, and find how many calls fill a round.
	for (const until = performance.now() + 300; performance.now() < until; ) {
		if (measure() < roundMs) calls *= 2
	}
	const times = Array.from({ length: rounds }, () => (measure() / calls) * 1_000).sort((a, b) => a - b)
	return times[Math.floor(rounds / 2)] ?? Number.NaN
}

/** Keeps the last result alive, so that the work cannot be dropped as unused. */
const kept: unknown[] = []
