import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startTool } from '#scripts/local/start-tool.ts'
import type { Mutant } from './mutant.ts'

/** What a recorded run says of a file of tests. */
export type TestFile = { file: string; ms: number; hits: number[] }
/** `by`: the files that noticed it, at most `ENOUGH`; `tried` of `reached` files that visit its place. */
export type Verdict = { by: string[]; tried: number; reached: number }

type Note = { id: number; file: string; began?: number; isNoticed?: boolean; ms?: number }
type Try = { id: number; file: string }

/** With two files that notice a mutant, neither is the only one. */
const ENOUGH = 2
/** Files in the order of their chance to notice it: those that visit few other places first, quick ones first. */
const TRIES_PER_ROUND = [1, 2, 4, 8, 16]
const STILL_MS = 90_000

export function readRecord(path: string): TestFile[] {
	return readFileSync(path, 'utf8')
		.split('\n')
		.filter((line) => line !== '')
		.map((line): TestFile => JSON.parse(line))
}

/** Runs each mutant against the files that visit its place, until `enough` of them fail or none is left. */
export async function judgeMutants(
	folder: string,
	mutants: readonly Mutant[],
	record: readonly TestFile[],
	{
		onStop,
		say,
		enough = ENOUGH,
	}: { onStop: (cleanUp: () => Promise<void>) => void; say: (line: string) => void; enough?: number },
): Promise<Map<number, Verdict>> {
	const files = record.map((one) => ({
		...one,
		visits: new Set(one.hits),
		cost: one.ms * Math.sqrt(one.hits.length),
	}))
	files.sort((one, other) => one.cost - other.cost)
	const reaching = new Map(
		mutants.map(({ id }) => [id, files.filter(({ visits }) => visits.has(id)).map(({ file }) => file)]),
	)
	const verdicts = new Map(
		mutants.map(({ id }): [number, Verdict] => [
			id,
			{ by: [], tried: 0, reached: reaching.get(id)?.length ?? 0 },
		]),
	)
	for (const tries of TRIES_PER_ROUND) {
		const round = mutants.flatMap(({ id }): Try[] => {
			const { by, tried } = verdicts.get(id) as Verdict
			if (by.length >= enough) return []
			return (reaching.get(id) ?? []).slice(tried, tried + tries).map((file) => ({ id, file }))
		})
		if (round.length === 0) break
		say(`${round.length} runs of mutants with ${tries} more files each`)
		for (const { id, file, isNoticed } of await runTries(folder, round, onStop)) {
			const verdict = verdicts.get(id) as Verdict
			verdict.tried += 1
			if (isNoticed && verdict.by.length < enough) verdict.by.push(file)
		}
		const noticed = [...verdicts.values()].filter(({ by }) => by.length > 0).length
		say(`${noticed} of ${mutants.length} noticed so far`)
	}
	return verdicts
}

/** A file that hangs is ended, and the rest goes on without it. */
async function runTries(
	folder: string,
	tries: readonly Try[],
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
				env: { MUTANT_RUN: 'judge', MUTANT_LOG: log },
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
