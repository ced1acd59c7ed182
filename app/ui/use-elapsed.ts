import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/**
 * Milliseconds since the server answered, updated each second; null until script runs. Only durations count,
 * because a phone's clock may be wrong. `answer` changes with each answer, such as its instant.
 */
export function useElapsed(answer: number): number | null {
	const isHydrating = useSyncExternalStore(
		neverChanges,
		() => false,
		() => true,
	)
	// Script may start minutes after the document arrived, so the document's data is that old.
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

/** By the clock of `performance`; now, if the time is unknown. */
function documentAnsweredAt(): number {
	const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
	return navigation?.responseStart ?? performance.now()
}

/** Milliseconds left of `leftMs`, updated each second; null until script runs. */
export function useCountdown(leftMs: number): number | null {
	const elapsedMs = useElapsed(leftMs)
	return elapsedMs === null ? null : Math.max(0, leftMs - elapsedMs)
}

/** '2:41'. A started second counts. */
export function countdownLabel(leftMs: number): string {
	const seconds = Math.ceil(leftMs / 1_000)
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
