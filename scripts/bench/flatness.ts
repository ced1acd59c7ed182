import { median } from './statistics.ts'

export type MemorySample = { pages: number; residentMb: number }

/**
 * Memory after `warmPages` pages and at the end. Each is the median of a tenth of the run: one sample may fall right
 * before or after a garbage collection.
 */
export function flatness(samples: readonly MemorySample[], warmPages: number) {
	const warm = samples.filter(({ pages }) => pages >= warmPages)
	const tenth = Math.max(1, Math.floor(samples.length / 10))
	const medianMb = (some: readonly MemorySample[]) => median(some.map(({ residentMb }) => residentMb))
	return {
		warmMb: medianMb(warm.slice(0, tenth)),
		endMb: medianMb(warm.slice(-tenth)),
	}
}
