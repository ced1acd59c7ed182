import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '#app/kernel/id.server.ts'
import { type Database, openDatabase } from '#db/client.server.ts'
import { openRequestDatabase } from '#db/request-database.server.ts'
import { createStreamReader } from '#db/stream-reader.server.ts'
import { createWriteStream } from '#db/write-stream.server.ts'
import { createWriter } from '#db/writer.server.ts'
import { type DatabaseServer, startDatabaseServer } from '#scripts/local/database-server.ts'
import { copyDatabaseTo } from '#scripts/site/database-template.ts'
import type { BenchResult } from './goal.ts'
import { cpuMilliseconds } from './process-cpu.ts'
import { countFor, type Scale } from './scale.ts'
import { type WriteCost, type WritePair, writesResult } from './writes-table.ts'

/** Callers that write at the same time, each one row after the other. */
const CALLERS = 32
/** With more connections one-shot writers lock sqld's write path up (docs/decisions/003). */
const ONE_SHOT_CONNECTIONS = 2

/** P19, P20: a small write through the one writer, in turns with the same write in a separate trip. */
export async function writes(scale: Scale): Promise<BenchResult> {
	const rounds = countFor(scale, { quick: 2, normal: 7 })
	const seconds = countFor(scale, { quick: 1, normal: 3 })
	const opened: Subject[] = []
	try {
		const writer = await openSubject({}, (url) =>
			openRequestDatabase({
				reader: createStreamReader({ url }, Date.now),
				writer: createWriter(createWriteStream({ url })),
			}),
		)
		opened.push(writer)
		const oneShot = await openSubject({ connections: ONE_SHOT_CONNECTIONS }, (url) => openDatabase({ url }))
		opened.push(oneShot)
		for (const subject of opened) await writeFor(subject, seconds)
		const pairs: WritePair[] = []
		for (let round = 0; round < rounds; round++)
			pairs.push({ ours: await writeFor(writer, seconds), other: await writeFor(oneShot, seconds) })
		return writesResult(pairs, { callers: CALLERS, seconds })
	} finally {
		for (const { remove } of opened) await remove()
	}
}

type Subject = { server: DatabaseServer; database: Database; remove(): Promise<void> }

/** A server with the whole schema, for this subject alone. */
async function openSubject(
	options: { connections?: number },
	open: (url: string) => Database,
): Promise<Subject> {
	const dataDir = mkdtempSync(join(tmpdir(), 'wakati-writes-'))
	await copyDatabaseTo(dataDir)
	const server = await startDatabaseServer({ dataDir, ...options })
	return {
		server,
		database: open(server.url),
		async remove() {
			await server.stop()
			rmSync(dataDir, { recursive: true, force: true })
		},
	}
}

async function writeFor({ server, database }: Subject, seconds: number): Promise<WriteCost> {
	const { pid } = server
	if (pid === undefined) throw new Error('sqld does not run')
	const cpuBefore = cpuMilliseconds(pid)
	const startedAt = performance.now()
	const endsAt = startedAt + 1_000 * seconds
	let written = 0
	async function call() {
		while (performance.now() < endsAt) {
			await writeRow(database)
			written += 1
		}
	}
	await Promise.all(Array.from({ length: CALLERS }, call))
	const tookMs = performance.now() - startedAt
	return { sqldMs: (cpuMilliseconds(pid) - cpuBefore) / written, perSecond: (1_000 * written) / tookMs }
}

/** One row of a table with one index and no triggers. */
function writeRow({ writeBatch }: Database): Promise<unknown> {
	return writeBatch([
		{
			sql: 'INSERT INTO job_runs (job, finished_at) VALUES (?, ?)',
			args: [newId(), Date.now()],
			map: () => undefined,
		},
	])
}
