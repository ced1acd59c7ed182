import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from '#scripts/local/run-program.ts'
import { startNode, startTool } from '#scripts/local/start-tool.ts'
import { findMutants } from './find-mutants.ts'
import { judgeMutants, type MutantVerdict, readRecord } from './judge-mutants.ts'
import { drawSample, type MutatedPart } from './mutant.ts'
import { writeMutatedCopy } from './mutated-copy.ts'
import { serverReport } from './server-report.ts'

export type ServerMutation = {
	parts: readonly MutatedPart[]
	sample: number
	seed: number
	/** Files that are to notice a mutant: two tell whether a file is the only one that does. */
	enough: number
	/** Also the Worker's tests, for what the others do not notice. */
	hasWorker: boolean
}

const CONFIG = 'scripts/mutation/server.vitest.config.ts'

/**
 * Draws mutants of the server's code, runs the tests that visit them, and reports which ones are noticed by what.
 * `percent`: of them noticed.
 */
export async function mutateServer(
	root: string,
	program: Program,
	options: ServerMutation,
): Promise<{ report: string[]; percent: number }> {
	const folder = join(root, '.tmp/mutants')
	const results = join(root, '.tmp/mutation')
	mkdirSync(results, { recursive: true })
	const say = (line: string) => console.info(line)
	const all = findMutants(root, options.parts)
	const sample = drawSample(all, options.sample, options.seed)
	say(
		`${all.length} mutants of ${options.parts.join(', ')}; ${sample.length} of them are judged, by seed ${options.seed}.`,
	)
	writeMutatedCopy(root, folder, all)

	const run = { onStop: program.onStop, say, folder }
	const verdicts = new Map<number, MutantVerdict>()
	for (const layers of [['unit', 'integration'], ...(options.hasWorker ? [['worker']] : [])]) {
		const left = sample.filter(({ id }) => (verdicts.get(id)?.by.length ?? 0) === 0)
		if (layers.includes('worker')) await build(run)
		const record = await recordVisits(run, layers)
		const judging = { all, enough: options.enough, onStop: program.onStop, say }
		for (const [id, verdict] of await judgeMutants(folder, left, record, judging)) {
			const before = verdicts.get(id)
			const reached = verdict.reached + (before?.reached ?? 0)
			verdicts.set(id, { ...verdict, reached, tried: verdict.tried + (before?.tried ?? 0) })
		}
	}
	writeFileSync(
		join(results, `${options.parts.join('-')}-${options.seed}.json`),
		JSON.stringify(sample.map((mutant) => ({ ...mutant, ...verdicts.get(mutant.id) }))),
	)
	const report = serverReport(root, sample, verdicts)
	rmSync(folder, { recursive: true, force: true })
	const noticed = [...verdicts.values()].filter(({ by }) => by.length > 0).length
	return { report, percent: (100 * noticed) / Math.max(1, sample.length) }
}

type Run = { folder: string; onStop: Program['onStop']; say: (line: string) => void }

async function recordVisits({ folder, onStop, say }: Run, layers: readonly string[]) {
	const log = join(folder, 'record.log')
	rmSync(log, { force: true })
	say(`Recording what the tests of ${layers.join(' and ')} visit`)
	const tool = startTool('vitest', 'vitest', ['run', '--config', CONFIG], {
		folder,
		output: 'keep',
		env: { NO_COLOR: '1', MUTANT_RUN: 'record', MUTANT_LAYERS: layers.join(','), MUTANT_LOG: log },
	})
	onStop(tool.stop)
	const { isWell, words } = await tool.ended
	if (!isWell) say(`Left out, because they fail without a mutant:\n${failedTests(words)}`)
	return readRecord(log)
}

async function build({ folder, onStop, say }: Run): Promise<void> {
	say('Building the mutated app')
	const tool = startNode(['--import', 'tsx', 'scripts/build.ts'], { folder, output: 'keep', env: {} })
	onStop(tool.stop)
	const { isWell, words } = await tool.ended
	if (!isWell) throw new Error(`The mutated app cannot be built:\n${words}`)
}

function failedTests(words: string): string {
	const names = words.split('\n').filter((line) => /^ *FAIL /.test(line))
	return [...new Set(names.map((line) => line.trim()))].join('\n')
}
