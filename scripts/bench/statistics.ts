export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b)
	const middle = Math.floor(sorted.length / 2)
	const upper = sorted[middle] ?? Number.NaN
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** One measurement of each side, taken one right after the other. */
export type Pair = { ours: number; other: number }
export type PairedRatio = { median: number; least: number; most: number }

/** The ratios of pairs: a slow moment of the machine slows both halves of a pair, and keeps its ratio. */
export function pairedRatio(pairs: readonly Pair[]): PairedRatio {
	const ratios = pairs.map(({ ours, other }) => ours / other)
	return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) }
}
