import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/**
 * Milliseconds since the server answered, updated each second; null until script runs. Only lengths are measured,
 * because a phone's clock may be wrong. `answer` is a number that changes with each answer, such as its instant.
 */
export function useElapsed(answer: number): number | null {
	const isHydrating = useSyncExternalStore(
		neverChanges,
		() => false,
		() => true,
	)
	// Script may start minutes after its document has come: what came with the document is as old as that.
	const [cameWithDocument] = useState(isHydrating)
	const firstAnswer = useRef(answer)
	const [measured, setMeasured] = useState<{ answer: number; elapsedMs: number } | null>(null)
	useEffect(() => {
		const isOfDocument = cameWithDocument && answer === firstAnswer.current
		const since = isOfDocument ? documentAnsweredAt() : performance.now()
		const tick = () => setMeasured({ answer, elapsedMs: performance.now() - since })
		tick()
		const timer = setInterval(tick, 1_000)
		return () => clearInterval(timer)
	}, [answer, cameWithDocument])
	if (measured === null) return null
	return measured.answer === answer ? measured.elapsedMs : 0
}

/** By the clock of `performance`; now, where the browser does not tell. */
function documentAnsweredAt(): number {
	const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
	return navigation?.responseStart ?? performance.now()
}
