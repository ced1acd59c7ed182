import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ResultSet } from '@libsql/client/web'
import { newId } from '#app/kernel/id.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { createStreamReader } from '#db/stream-reader.server.ts'
import { dbDump } from '#scripts/ops/db-dump.ts'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'
import type { Book } from './one-writer-book.ts'
import type { CalmWatch, Span } from './one-writer-calm.ts'
import type { WriterWorker } from './one-writer-worker.ts'

/** What the parts of a soak share. Each goes on until `isOver`. */
export type Soak = { database: ScratchDatabase; calm: CalmWatch; book: Book; isOver: () => boolean }

/** As the operator's programs do (scripts/ops): no customer waits for them. */
const PROGRAM_WAITS_MS = 30_000
const IMPORT_EVERY_MS = 2_000
export const IMPORTED_ROWS = 200

/**
 * Writes without a pause: every tenth batch breaks a constraint, every third asks for answers. `writes` note each
 * written batch. Gives the time without an answer, and the number of calm answers that were neither done nor refused.
 */
export async function callWriter(
	worker: Pick<WriterWorker, 'write'>,
	{ calm, book, isOver }: Soak,
	writes: readonly Span[],
): Promise<{ wait: Span; notDoneInCalm: number }> {
	const wait = calm.measure('calm')
	let notDoneInCalm = 0
	while (!isOver()) {
		const number = book.open()
		const kind = number % 10 === 0 ? 'refused' : number % 3 === 0 ? 'named' : 'list'
		const isAllCalm = calm.begin()
		const told = await worker.write({ number, kind })
		if (told.kind === 'done') {
			book.note(number, kind !== 'refused' && told.numbers.every((one) => one === number) ? 'done' : 'wrong')
			for (const span of [...writes, wait]) span.note()
		} else if (told.kind === 'refused') {
			book.note(number, kind === 'refused' && told.rule === 'check:soak_half' ? 'refused' : 'wrong')
			wait.note()
		} else {
			if (told.kind !== 'unheard') book.note(number, told.kind === 'invalid' ? 'wrong' : told.kind)
			// The Worker is down: to ask again at once would only keep the machine busy.
			else await delay(100)
			if (isAllCalm()) notDoneInCalm++
		}
	}
	return { wait, notDoneInCalm }
}

/** How many reads succeeded and failed; `unseen` are batches that were done before a read and not found. */
export type Reads = { well: number; failed: number; unseen: number[] }

/** Each second, over both streams of one reader, looks for what is known to be written. */
export async function readOverStreams(soak: Soak, reads: Reads): Promise<Span> {
	const reader = createStreamReader({ url: soak.database.url }, Date.now)
	const wait = soak.calm.measure('calm')
	const look = () =>
		lookFor(soak.book.lastDone(), reads, async (statement) => {
			const asked = { bookmark: null, deadline: () => AbortSignal.timeout(2_000) }
			const { results } = await reader.read([statement], asked)
			wait.note()
			return statement.map(results[0] as ResultSet)
		})
	while (!soak.isOver()) {
		await Promise.all([look(), look()])
		await delay(800 + Math.random() * 400)
	}
	return wait
}

/** Opens a stream for each read, as programs do. */
export async function readOnce({ database, book, isOver }: Soak, reads: Reads): Promise<void> {
	while (!isOver()) {
		await lookFor(book.lastDone(), reads, openDatabase({ url: database.url }).read)
		await delay(100)
	}
}

async function lookFor(
	number: number | undefined,
	reads: Reads,
	read: (statement: ReturnType<typeof rowsOf>) => Promise<number>,
): Promise<void> {
	try {
		const found = await read(rowsOf(number ?? -1))
		if (number !== undefined && found !== 2) reads.unseen.push(number)
		reads.well++
	} catch {
		reads.failed++
	}
}

function rowsOf(number: number) {
	return {
		sql: 'SELECT count(*) AS n FROM soak_rows WHERE number = ?',
		args: [number],
		map: ({ rows: [row] }: ResultSet) => Number(row?.n),
	}
}

/** A program of the operator, straight to the database. */
export async function importRows({ database, book, isOver }: Soak): Promise<void> {
	while (!isOver()) {
		await importOnce(database, book)
		await delay(IMPORT_EVERY_MS)
	}
}

/** Gives the batch's number. */
export async function importOnce(database: ScratchDatabase, book: Book): Promise<number> {
	const { writeBatch } = openDatabase({ url: database.url, writeTimeoutMs: PROGRAM_WAITS_MS })
	const number = book.open()
	const rows = Array.from({ length: IMPORTED_ROWS }, (_, place) => ({
		sql: 'INSERT INTO soak_imports (number, place) VALUES (?, ?)',
		args: [number, place],
		map: () => undefined,
	}))
	await writeBatch(rows).then(
		() => book.note(number, 'done'),
		({ kind }) => book.note(number, kind === 'busy' || kind === 'unknown' ? kind : 'wrong'),
	)
	return number
}

/** Backs the database up by the operator's command, again and again. */
export async function backUp(
	{ database, isOver }: Soak,
	pauseMs: number,
): Promise<{ well: number; failed: number }> {
	const dumps = { well: 0, failed: 0 }
	const file = join(tmpdir(), `wakati-soak-${newId()}.sql`)
	const asked = { places: [file], options: {}, env: { DATABASE_URL: database.url }, note: () => {} }
	while (!isOver()) {
		await dbDump.run({ ...asked, now: Date.now() }).then(
			() => dumps.well++,
			() => dumps.failed++,
		)
		rmSync(file, { force: true })
		for (let waitedMs = 0; waitedMs < pauseMs && !isOver(); waitedMs += 500) await delay(500)
	}
	return dumps
}

export type Act = 'kill database' | 'freeze database' | 'reset writer' | 'kill worker'

/** Does each act at its second. Gives how often it did each. */
export async function disturb(
	{ database: { server }, calm, isOver }: Soak,
	worker: WriterWorker,
	plan: readonly { second: number; act: Act }[],
): Promise<Record<Act, number>> {
	const done = { 'kill database': 0, 'freeze database': 0, 'reset writer': 0, 'kill worker': 0 }
	const acts: Record<Act, () => Promise<void>> = {
		async 'kill database'() {
			await server.kill()
			await delay(500)
			await server.restart()
		},
		async 'freeze database'() {
			const pid = Number(server.pid)
			process.kill(pid, 'SIGSTOP')
			await delay(4_000).finally(() => process.kill(pid, 'SIGCONT'))
		},
		'reset writer': worker.reset,
		async 'kill worker'() {
			worker.kill()
			await worker.restart()
		},
	}
	const startedAt = performance.now()
	for (const { second, act } of plan) {
		await delay(Math.max(0, startedAt + second * 1_000 - performance.now()))
		if (isOver()) break
		await calm.disturb(acts[act])
		done[act]++
	}
	return done
}
