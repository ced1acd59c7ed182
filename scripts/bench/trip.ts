import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/web'
import { type DatabaseServer, startDatabaseServer } from '#scripts/local/database-server.ts'
import { type ScratchDatabase, startScratchDatabase } from '#scripts/site/scratch-database.ts'
import { type BenchTable, milliseconds, times } from './bench-table.ts'
import { atMost, type BenchResult } from './goal.ts'
import { limits } from './limits.ts'
import { cpuMilliseconds } from './process-cpu.ts'
import { countFor, type Scale } from './scale.ts'
import { median, pairedRatio } from './statistics.ts'

const TRIPS_A_ROUND = 200

type Subject = { name: string; server: DatabaseServer; samples: number[] }

/**
 * P9b: what a trip costs sqld before its statement does anything, since each one parses the schema
 * (docs/decisions/029). Beside a database of one table on the same machine.
 */
export async function trip(scale: Scale): Promise<BenchResult> {
	const rounds = countFor(scale, { quick: 2, normal: 9 })
	const [whole, bare, folder] = [
		await startScratchDatabase(),
		await startScratchDatabase(),
		mkdtempSync(join(tmpdir(), 'wakati-one-table-')),
	]
	const oneTable = await startDatabaseServer({ dataDir: folder })
	try {
		await dropTriggers(bare)
		await ask(oneTable, 'CREATE TABLE categories (id TEXT PRIMARY KEY)')
		const subjects: Subject[] = [
			{ name: 'the whole schema', server: whole.server, samples: [] },
			{ name: 'without its triggers', server: bare.server, samples: [] },
			{ name: 'one table', server: oneTable, samples: [] },
		]
		for (const { server } of subjects) await cpuPerTrip(server)
		for (let round = 0; round < rounds; round++) {
			for (const { server, samples } of subjects) samples.push(await cpuPerTrip(server))
		}
		return resultOf(subjects, rounds)
	} finally {
		await Promise.all([whole.remove(), bare.remove(), oneTable.stop()])
		rmSync(folder, { recursive: true, force: true })
	}
}

async function dropTriggers({ client, rows }: ScratchDatabase): Promise<void> {
	for (const { name } of await rows(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`)) {
		await client.execute(`DROP TRIGGER "${name}"`)
	}
}

async function cpuPerTrip(server: DatabaseServer): Promise<number> {
	const pid = server.pid
	if (pid === undefined) throw new Error('sqld does not run')
	const before = cpuMilliseconds(pid)
	for (let i = 0; i < TRIPS_A_ROUND; i++) await ask(server, 'SELECT 1 FROM categories LIMIT 1')
	return (cpuMilliseconds(pid) - before) / TRIPS_A_ROUND
}

async function ask(server: DatabaseServer, statement: string): Promise<void> {
	const client = createClient({ url: server.url })
	try {
		await client.execute(statement)
	} finally {
		client.close()
	}
}

function resultOf(subjects: Subject[], rounds: number): BenchResult {
	const oneTable = subjects.at(-1)
	const [whole] = subjects
	if (!whole || !oneTable) throw new Error('nothing was measured')
	const ratioOf = ({ samples }: Subject) =>
		pairedRatio(samples.map((ours, round) => ({ ours, other: oneTable.samples[round] ?? Number.NaN })))
	const table: BenchTable = {
		title: 'What a trip costs sqld (P9b)',
		text: `User and system time of sqld for a statement that reads one row, each in a trip of its own: ${TRIPS_A_ROUND} trips in turns, ${rounds} times, medians.`,
		columns: ['Database', 'CPU per trip', 'Beside one table', 'Least to most'],
		rows: subjects.map((subject) => {
			const { median: middle, least, most } = ratioOf(subject)
			return [
				subject.name,
				milliseconds(median(subject.samples)),
				times(middle),
				`${times(least)} to ${times(most)}`,
			]
		}),
	}
	return {
		tables: [table],
		goals: [
			atMost({
				id: 'P9b',
				what: 'CPU of sqld per trip of one statement, beside a database of one table',
				limit: limits.P9b.timesOneTable,
				value: ratioOf(whole).median,
				show: times,
				note: `${milliseconds(median(whole.samples))} beside ${milliseconds(median(oneTable.samples))}`,
			}),
		],
	}
}
