import type { LayerResult } from './layer-result.ts'

/** One line of a layer's result, and the tools' output when something failed. */
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

/** Failed tests, each once: a long run's output may be cut where it is kept. */
export function failedLines(name: string, { failed, words }: LayerResult): string[] {
	if (failed === 0) return []
	const named = words.split('\n').filter((line) => /^ *(FAIL |\[with(out)? script\] › )/.test(line))
	const lines = [...new Set(named.map((line) => line.trim().replace(/^FAIL +/, '')))]
	return (lines.length > 0 ? lines : ['see above']).map((line) => `Failed in ${name}: ${line}`)
}

/** The limit of a run of every day, on the machine that measured it; a slower machine takes longer. */
const WHOLE_RUN = { minutes: 10, on: '2 calm cores' }

/** Which layers run, and how far each is: `  1:30  unit 84 of 242 files · types`. */
export function progressLine(ms: number, running: { name: string; far: string | null }[]): string {
	const seconds = Math.round(ms / 1_000)
	const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
	const layers = running.map(({ name, far }) => (far === null ? name : `${name} ${far}`))
	return `${time.padStart(6)}  ${layers.join(' · ')}`
}

/** How to run again what failed. */
export function againLines(failedLayers: string[]): string {
	return [
		`These layers again: npm test ${failedLayers.join(' ')}`,
		'One file: npx vitest run --project <layer> <file>, of e2e npx playwright test <file>',
	].join('\n')
}

/** The layers' times in one line, the longest first. */
export function tookLine(took: { name: string; ms: number }[]): string {
	const total = took.reduce((sum, { ms }) => sum + ms, 0)
	const parts = took
		.toSorted((one, other) => other.ms - one.ms)
		.map(({ name, ms }) => `${name} ${Math.round(ms / 1_000)}`)
	return `Seconds: ${parts.join(', ')}; one after the other ${Math.round(total / 1_000)}.`
}

/** A whole run's time, its limit, and the limit's machine. */
export function boundLine(ms: number, machine: string): string {
	const { minutes, on } = WHOLE_RUN
	return `This run took ${Math.round(ms / 60_000)} minutes on ${machine}. It is to take ${minutes} on ${on}.`
}
