import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startTool } from '#scripts/local/start-tool.ts'
import { groupBy } from './group-by.ts'
import type { Mutant } from './mutant.ts'

/** What a recorded run says of a file of tests. */
export type TestFile = {
	file: string
	ms: number
	/** The places that its tests visit. */
	hits: number[]
	/** The places that were visited while modules loaded for it. */
	loaded: number[]
}
/** `by`: the files that noticed it; `tried` of `reached` files that visit its place. */
export type MutantVerdict = { by: string[]; tried: number; reached: number }

type Note = { id: number; file: string; began?: number; isNoticed?: boolean; ms?: number }
type Try = { id: number; file: string }

const TRIES_PER_ROUND = [1, 2, 4, 8, 16]
const STILL_MS = 90_000

export function readRecord(path: string): TestFile[] {
	return readFileSync(path, 'utf8')
		.split('\n')
		.filter((line) => line !== '')
		.map((line): TestFile => JSON.parse(line))
}

type JudgeOptions = {
	/** All mutants of the copy: the neighbours of a judged one say which files come near it. */
	all: readonly Mutant[]
	/** Files that are to notice a mutant, before it is left. */
	enough: number
	onStop: (cleanUp: () => Promise<void>) => void
	say: (line: string) => void
}

/** Runs each mutant against the files that visit its place, until `enough` of them fail or none is left. */
export async function judgeMutants(
	folder: string,
	mutants: readonly Mutant[],
	record: readonly TestFile[],
	{ all, enough, onStop, say }: JudgeOptions,
): Promise<Map<number, MutantVerdict>> {
	const loaded = new Set(record.flatMap((file) => file.loaded))
	const reaching = nearestFiles(mutants, record, { all, loaded })
	const verdicts = new Map(
		[...reaching].map(([id, files]): [number, MutantVerdict] => [
			id,
			{ by: [], tried: 0, reached: files.length },
		]),
	)
	for (const tries of TRIES_PER_ROUND) {
		const round = [...reaching].flatMap(([id, files]): Try[] => {
			const { by, tried } = verdicts.get(id) as MutantVerdict
			return by.length >= enough ? [] : files.slice(tried, tried + tries).map((file) => ({ id, file }))
		})
		if (round.length === 0) break
		say(`${round.length} runs, of the ${tries} next files of each mutant`)
		const alone = round.filter(({ id }) => loaded.has(id))
		const together = round.filter(({ id }) => !loaded.has(id))
		for (const { id, file, isNoticed } of [
			...(await runTries(folder, together, 'judge', onStop)),
			...(await runTries(folder, alone, 'judge alone', onStop)),
		]) {
			const verdict = verdicts.get(id) as MutantVerdict
			verdict.tried += 1
			if (isNoticed) verdict.by.push(file)
		}
		const noticed = [...verdicts.values()].filter(({ by }) => by.length > 0).length
		say(`${noticed} of ${mutants.length} noticed so far`)
	}
	return verdicts
}

/**
 * The files that visit each mutant's place, those first that are quick and visit most of its source file. What is made
 * while a module loads is visited by the files that visit another place of that module.
 */
export function nearestFiles(
	mutants: readonly Mutant[],
	record: readonly TestFile[],
	{ all, loaded }: { all: readonly Mutant[]; loaded: ReadonlySet<number> },
): Map<number, string[]> {
	const files = record.map((one) => ({ ...one, visits: new Set(one.hits) }))
	const bySource = groupBy(all, ({ path }) => path)
	return new Map(
		mutants.map(({ id, path }) => {
			const source = bySource.get(path) ?? []
			const costs = files.flatMap(({ file, ms, visits }) => {
				const visited = source.filter((other) => visits.has(other.id)).length
				const isReaching = visits.has(id) || (loaded.has(id) && visited > 0)
				return isReaching ? [{ file, cost: (ms * Math.sqrt(visits.size)) / (1 + visited) }] : []
			})
			return [id, costs.toSorted((one, other) => one.cost - other.cost).map(({ file }) => file)]
		}),
	)
}

/** A file that hangs is ended, and the rest goes on without it. */
async function runTries(
	folder: string,
	tries: readonly Try[],
	run: 'judge' | 'judge alone',
	onStop: (cleanUp: () => Promise<void>) => void,
): Promise<{ id: number; file: string; isNoticed: boolean }[]> {
	const log = join(folder, 'judged.log')
	const done: { id: number; file: string; isNoticed: boolean }[] = []
	let left = [...tries]
	while (left.length > 0) {
		rmSync(join(folder, 'judged'), { recursive: true, force: true })
		mkdirSync(join(folder, 'judged'))
		writeFileSync(log, '')
		for (const [place, { id, file }] of left.entries())
			writeFileSync(
				join(folder, 'judged', `${String(place).padStart(5, '0')}.test.ts`),
				`import { judge } from '#scripts/mutation/in-tests/judge.ts'\nawait judge(${id}, '${file}', () => import('#tests/${file.slice('tests/'.length)}?mutant=${id}'))\n`,
			)
		const tool = startTool(
			'vitest',
			'vitest',
			['run', '--config', 'scripts/mutation/server.vitest.config.ts'],
			{
				folder,
				output: 'keep',
				env: { MUTANT_RUN: run, MUTANT_LOG: log },
			},
		)
		onStop(tool.stop)
		const isOver = await endsOrStandsStill(tool, log)
		const notes = readNotes(log)
		const ended = new Map(
			notes.filter((note) => note.isNoticed !== undefined).map((note) => [keyOf(note), note]),
		)
		const began = notes.filter((note) => note.began !== undefined)
		// What began and said nothing more could not even be loaded, or hangs.
		for (const note of began)
			done.push({ id: note.id, file: note.file, isNoticed: ended.get(keyOf(note))?.isNoticed ?? true })
		const begun = new Set(began.map(keyOf))
		const rest = left.filter((one) => !begun.has(keyOf(one)))
		if (isOver && rest.length === left.length)
			throw new Error(`no mutant was run:\n${(await tool.ended).words}`)
		left = rest
	}
	return done
}

async function endsOrStandsStill(
	tool: { ended: Promise<unknown>; stop(): Promise<void> },
	log: string,
): Promise<boolean> {
	let isOver = false
	const ended = tool.ended.then(() => {
		isOver = true
	})
	let length = 0
	let stillMs = 0
	while (!isOver && stillMs < STILL_MS) {
		await Promise.race([ended, delay(1_000)])
		const now = readFileSync(log, 'utf8').length
		stillMs = now === length ? stillMs + 1_000 : 0
		length = now
	}
	if (!isOver) await tool.stop()
	return isOver
}

function readNotes(log: string): Note[] {
	return readFileSync(log, 'utf8')
		.split('\n')
		.filter((line) => line !== '')
		.map((line): Note => JSON.parse(line))
}

const keyOf = ({ id, file }: Try) => `${id} ${file}`
