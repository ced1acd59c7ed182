import { useElapsed } from './use-elapsed.ts'

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
