import { createStreamReader } from '#db/stream-reader.server.ts'
import type { DatabaseServer } from '#scripts/local/database-server.ts'
import { type ScratchDatabase, startScratchDatabase } from '#scripts/site/scratch-database.ts'
import { milliseconds, times } from './bench-table.ts'
import type { BenchResult } from './goal.ts'
import { askOneShot, cpuPerTrip, ONE_ROW, startOneTable, TRIPS_A_ROUND } from './one-shot-trip.ts'
import { countFor, type Scale } from './scale.ts'
import { median, pairedRatio } from './statistics.ts'

type Subject = { name: string; server: DatabaseServer; makeTrip: () => Promise<unknown>; samples: number[] }

/**
 * What a trip costs sqld before its statement does anything: each stream parses the schema once
 * (docs/decisions/140). Beside a database of one table on the same machine.
 */
export async function trip(scale: Scale): Promise<BenchResult> {
	const rounds = countFor(scale, { quick: 2, normal: 9 })
	const [whole, bare, oneTable] = [
		await startScratchDatabase(),
		await startScratchDatabase(),
		await startOneTable(),
	]
	try {
		await dropTriggers(bare)
		const reader = createStreamReader({ url: whole.url }, Date.now)
		const statement = { sql: ONE_ROW, args: [], map: () => undefined }
		const readKept = () =>
			reader.read([statement], { bookmark: null, deadline: () => AbortSignal.timeout(5_000) })
		const subjects = [
			{ ...oneShot('the whole schema', whole.server) },
			{ ...oneShot('the whole schema, over a kept stream', whole.server), makeTrip: readKept },
			{ ...oneShot('without its triggers', bare.server) },
			{ ...oneShot('one table', oneTable.server) },
		]
		for (const { server, makeTrip } of subjects) await cpuPerTrip(server, makeTrip)
		for (let round = 0; round < rounds; round++) {
			for (const { server, makeTrip, samples } of subjects) samples.push(await cpuPerTrip(server, makeTrip))
		}
		return resultOf(subjects, rounds)
	} finally {
		await Promise.all([whole.remove(), bare.remove(), oneTable.remove()])
	}
}

function oneShot(name: string, server: DatabaseServer): Subject {
	return { name, server, makeTrip: () => askOneShot(server, ONE_ROW), samples: [] }
}

async function dropTriggers({ client, rows }: ScratchDatabase): Promise<void> {
	for (const { name } of await rows(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`)) {
		await client.execute(`DROP TRIGGER "${name}"`)
	}
}

function resultOf(subjects: Subject[], rounds: number): BenchResult {
	const oneTable = subjects.at(-1)
	return {
		tables: [
			{
				title: 'What a trip costs sqld',
				text: `User and system time of sqld for a statement that reads one row, each in a trip of its own, on a stream of its own unless the row says otherwise: ${TRIPS_A_ROUND} trips in turns, ${rounds} times, medians. What a page's trip costs is told with P9.`,
				columns: ['Database', 'CPU per trip', 'Beside one table', 'Least to most'],
				rows: subjects.map(({ name, samples }) => {
					const pairs = samples.map((ours, round) => ({
						ours,
						other: oneTable?.samples[round] ?? Number.NaN,
					}))
					const { median: middle, least, most } = pairedRatio(pairs)
					return [name, milliseconds(median(samples)), times(middle), `${times(least)} to ${times(most)}`]
				}),
			},
		],
		goals: [],
	}
}
