import type { LayerResult } from './layer-result.ts'

/** What a run says of a layer: one line, and the words of its tools when something failed. */
export function layerLine(
	name: string,
	{ passed, failed, words, isEmpty }: LayerResult,
	tookMs: number,
): string {
	const label = name.padEnd(13)
	if (isEmpty) return `${label} has no tests yet`
	const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed`
	const line = `${label}${counts} ${(tookMs / 1_000).toFixed(1).padStart(7)} s`
	return failed > 0 ? `${line}\n${words.trimEnd()}\n` : line
}

/** Which layers took how long, the longest first, in one line. */
export function tookLine(took: { name: string; ms: number }[]): string {
	const total = took.reduce((sum, { ms }) => sum + ms, 0)
	const parts = took
		.toSorted((one, other) => other.ms - one.ms)
		.map(({ name, ms }) => `${name} ${Math.round(ms / 1_000)}`)
	return `Seconds: ${parts.join(', ')}; one after the other ${Math.round(total / 1_000)}.`
}
