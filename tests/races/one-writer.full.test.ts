import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'
import { isDeep } from '#tests/support/deep.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { type Book, createBook, judge, makeTables, noFaults } from './one-writer-book.ts'
import { watchCalm } from './one-writer-calm.ts'
import {
	type Act,
	backUp,
	callWriter,
	disturb,
	IMPORTED_ROWS,
	importOnce,
	importRows,
	type Reads,
	readOnce,
	readOverStreams,
	type Soak,
} from './one-writer-soak.ts'
import { startWriterWorker, type WriterWorker } from './one-writer-worker.ts'

/** Not yet a minute, and 30 in a deep run. */
const RUN_MS = isDeep ? 1_800_000 : 45_000
const LONGEST_SILENCE_MS = 15_000
const LONGEST_WAIT_MS = 5_000

/** A killed database comes back unlocked: at its end each minute has more time than the longest silence. */
const BRIEF_PLAN: [number, Act][] = [
	[3, 'reset writer'],
	[5, 'kill database'],
	[11, 'freeze database'],
	[19, 'kill worker'],
	[25, 'kill database'],
	[29, 'reset writer'],
]
const MINUTES = (['freeze database', 'kill worker', 'reset writer'] as const).map((act): [number, Act][] => [
	[4, 'kill database'],
	[12, act],
	[25, 'reset writer'],
])
const plan = (isDeep ? times(30, (i) => MINUTES[i % MINUTES.length] ?? []) : [BRIEF_PLAN]).flatMap(
	(minute, i) => minute.map(([second, act]) => ({ second: i * 60 + second, act })),
)

const database = withTestDatabase()
const otherDatabase = withTestDatabase()
const workers: WriterWorker[] = []
beforeAll(async () => {
	await Promise.all([makeTables(database()), makeTables(otherDatabase())])
})
afterAll(() => Promise.all(workers.map(({ stop }) => stop())))

test(
	'W6, W55: one writer goes on beside readers, programs and back-ups, and after kills, and loses and doubles nothing',
	async () => {
		const worker = await startWorker(database())
		const [streamReads, onceReads] = [newReads(), newReads()]
		const importBook = createBook()
		const soak = startSoak(database(), RUN_MS)
		const { calm, book, isOver } = soak
		const writes = { outside: calm.measure('outside'), calm: calm.measure('calm') }
		const isHalfOver = after(RUN_MS / 2)
		const backedUp = backUp(soak, isDeep ? 60_000 : 10_000)
		const played = Promise.all([
			Promise.all(times(64, () => callWriter(worker, soak, Object.values(writes)))),
			Promise.all(times(20, () => readOverStreams(soak, streamReads))),
			disturb(soak, worker, plan),
			importRows({ ...soak, book: importBook }),
			importRows({ ...soak, book: importBook, isOver: () => isHalfOver() || isOver() }),
			...times(4, () => readOnce(soak, onceReads)),
		])
		const [callers, readers, disturbances] = await played.finally(soak.end)
		const figures = {
			batches: book.tally(),
			imports: importBook.tally(),
			streamReads,
			onceReads,
			disturbances,
			logged: worker.logged,
			silenceMs: writes.outside.longest(),
			silenceInCalmMs: writes.calm.longest(),
			waitInCalmMs: Math.max(...callers.map(({ wait }) => wait.longest())),
			readersWaitInCalmMs: Math.max(...readers.map((wait) => wait.longest())),
			notDoneInCalm: callers.reduce((sum, { notDoneInCalm }) => sum + notDoneInCalm, 0),
			...calm.passed(),
			// The last takes minutes after a deep run, in which nothing else is done.
			dumps: await backedUp,
		}
		console.info(JSON.stringify(figures))
		await expectOpenWrites(worker, soak, importBook)
		await expectAsTold(soak, importBook)
		const told = JSON.stringify(figures)
		expect(figures.silenceMs, told).toBeLessThan(LONGEST_SILENCE_MS)
		expect(figures.silenceInCalmMs, told).toBeLessThan(LONGEST_WAIT_MS)
		expect(figures.waitInCalmMs, told).toBeLessThan(LONGEST_WAIT_MS)
		expect(figures.readersWaitInCalmMs, told).toBeLessThan(LONGEST_SILENCE_MS)
		expect([streamReads.unseen, onceReads.unseen], told).toEqual([[], []])
		expect(Math.min(...Object.values(disturbances)), told).toBeGreaterThan(0)
	},
	// The last back-up and the judges read all that was written: a million rows after a deep run.
	RUN_MS + (isDeep ? 900_000 : 200_000),
)

test('W6: a second Worker with a writer of its own, by mistake: they wait or are busy, and nothing is doubled', async () => {
	const [one, other] = [await startWorker(otherDatabase()), await startWorker(otherDatabase())]
	const soak = startSoak(otherDatabase(), isDeep ? 60_000 : 10_000)
	const writes = [one, other].map(() => soak.calm.measure('outside'))
	await Promise.all(
		[one, other].flatMap((worker, i) => times(16, () => callWriter(worker, soak, writes.slice(i, i + 1)))),
	).finally(soak.end)
	const figures = { batches: soak.book.tally(), silenceMs: writes.map((span) => span.longest()) }
	console.info(JSON.stringify(figures))
	const importBook = createBook()
	await expectOpenWrites(one, soak, importBook)
	await expectOpenWrites(other, soak, importBook)
	await expectAsTold(soak, importBook)
	expect(Math.max(...figures.silenceMs), JSON.stringify(figures)).toBeLessThan(LONGEST_SILENCE_MS)
})

async function startWorker({ url }: ScratchDatabase): Promise<WriterWorker> {
	const worker = await startWriterWorker(url)
	workers.push(worker)
	return worker
}

/** `end` ends it before its time too, where a part has failed. */
function startSoak(database: ScratchDatabase, runMs: number): Soak & { end: () => void } {
	const [calm, isTimeOver] = [watchCalm(), after(runMs)]
	let isEnded = false
	return {
		database,
		calm,
		book: createBook(),
		isOver: () => isEnded || isTimeOver(),
		end() {
			isEnded = true
			calm.stop()
		},
	}
}

/** A write path that locked up stays so. */
async function expectOpenWrites(
	worker: WriterWorker,
	{ database, book }: Soak,
	importBook: Book,
): Promise<void> {
	const number = book.open()
	const told = await worker.write({ number, kind: 'named' })
	expect(told).toEqual({ kind: 'done', numbers: [number, number] })
	book.note(number, 'done')
	const importNumber = await importOnce(database, importBook)
	expect(importBook.heardOf(importNumber)).toBe('done')
}

async function expectAsTold({ database, book }: Soak, importBook: Book): Promise<void> {
	// What still waits in the database cannot come late.
	await database.server.restart()
	expect(await judge(database, book, { table: 'soak_rows', place: 'half', size: 2 })).toEqual(noFaults())
	const importTable = { table: 'soak_imports', place: 'place', size: IMPORTED_ROWS }
	expect(await judge(database, importBook, importTable)).toEqual(noFaults())
}

const newReads = (): Reads => ({ well: 0, failed: 0, unseen: [] })

function after(milliseconds: number): () => boolean {
	const end = performance.now() + milliseconds
	return () => performance.now() > end
}

function times<Item>(count: number, itemOf: (i: number) => Item): Item[] {
	return Array.from({ length: count }, (_, i) => itemOf(i))
}
