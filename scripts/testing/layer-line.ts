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
