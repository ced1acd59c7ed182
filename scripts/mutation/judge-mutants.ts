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

type Note = { ids: number[]; file: string; began?: number; isNoticed?: boolean; ms?: number }
/** Mutants that are switched on together for one run of a file. */
type Try = { ids: number[]; file: string }

/**
 * `together`: what a late file is asked about goes mostly unnoticed, so one run answers for several mutants. Where it
 * fails, each half is asked again.
 */
const ROUNDS = [
	{ tries: 1, together: 1 },
	{ tries: 2, together: 3 },
	{ tries: 4, together: 6 },
	{ tries: 8, together: 8 },
	{ tries: 16, together: 8 },
]
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
	const judged = async (round: Try[]) => [
		...(await runTries(folder, round.filter(isOf(loaded, false)), 'judge', onStop)),
		...(await runTries(folder, round.filter(isOf(loaded, true)), 'judge alone', onStop)),
	]
	for (const { tries, together } of ROUNDS) {
		const wanted = [...reaching].flatMap(([id, files]) => {
			const { by, tried } = verdicts.get(id) as MutantVerdict
			return by.length >= enough ? [] : files.slice(tried, tried + tries).map((file) => ({ id, file }))
		})
		if (wanted.length === 0) break
		let round = tryTogether(wanted, together, loaded)
		say(`${round.length} runs of the ${tries} next files of each mutant`)
		while (round.length > 0) {
			const halves: Try[] = []
			for (const { ids, file, isNoticed } of await judged(round)) {
				if (isNoticed && ids.length > 1) {
					const middle = Math.ceil(ids.length / 2)
					halves.push({ ids: ids.slice(0, middle), file }, { ids: ids.slice(middle), file })
					continue
				}
				for (const id of ids) {
					const verdict = verdicts.get(id) as MutantVerdict
					verdict.tried += 1
					if (isNoticed) verdict.by.push(file)
				}
			}
			round = halves
		}
		const noticed = [...verdicts.values()].filter(({ by }) => by.length > 0).length
		say(`${noticed} of ${mutants.length} noticed so far`)
	}
	return verdicts
}

/** Runs of at most `size` mutants that ask the same file; what is made while a module loads stays apart. */
export function tryTogether(
	wanted: readonly { id: number; file: string }[],
	size: number,
	loaded: ReadonlySet<number>,
): Try[] {
	const groups = groupBy(wanted, ({ id, file }) => `${loaded.has(id)} ${file}`)
	return [...groups.values()].flatMap((group) => {
		const file = group[0]?.file ?? ''
		const count = Math.ceil(group.length / size)
		// Dealt out like cards: neighbours in the code come into different runs.
		return Array.from({ length: count }, (_, turn) => ({
			ids: group.filter((_one, place) => place % count === turn).map(({ id }) => id),
			file,
		}))
	})
}

const isOf = (loaded: ReadonlySet<number>, wanted: boolean) => (one: Try) =>
	one.ids.some((id) => loaded.has(id)) === wanted

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
): Promise<(Try & { isNoticed: boolean })[]> {
	const log = join(folder, 'judged.log')
	const done: (Try & { isNoticed: boolean })[] = []
	let left = [...tries]
	while (left.length > 0) {
		rmSync(join(folder, 'judged'), { recursive: true, force: true })
		mkdirSync(join(folder, 'judged'))
		writeFileSync(log, '')
		for (const [place, { ids, file }] of left.entries())
			writeFileSync(
				join(folder, 'judged', `${String(place).padStart(5, '0')}.test.ts`),
				`import { judge } from '#scripts/mutation/in-tests/judge.ts'\nawait judge([${ids}], '${file}', () => import('#tests/${file.slice('tests/'.length)}?mutant=${ids.join('-')}'))\n`,
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
			done.push({ ids: note.ids, file: note.file, isNoticed: ended.get(keyOf(note))?.isNoticed ?? true })
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

const keyOf = ({ ids, file }: Try) => `${ids} ${file}`
