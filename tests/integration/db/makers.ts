import type { InValue } from '@libsql/client/web'
import { afterAll, beforeAll } from 'vitest'
import { DatabaseError } from '#app/kernel/database-error.ts'
import { type Database, openDatabase } from '#db/client.server.ts'
import { openRequestDatabase } from '#db/request-database.server.ts'
import { createStreamReader } from '#db/stream-reader.server.ts'
import { createWriteStream } from '#db/write-stream.server.ts'
import { createWriter } from '#db/writer.server.ts'
import { type FaultProxy, startFaultProxy } from '#scripts/site/fault-proxy.ts'
import { openDatabaseInProcess } from '#tests/simulation/database-in-process.ts'
import { type ScratchInProcess, startScratchInProcess } from '#tests/simulation/scratch-in-process.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

/** A way to a `Database`, and to the same rows beside it. */
export type Maker = {
	name: string
	open(): Database
	/** The trips of the clients opened here that `work` makes. */
	countTrips(work: () => Promise<unknown>): Promise<number>
	/** The next trip is made, and its answer is lost. */
	loseAnswer(): void
	count(sql: string, ...args: InValue[]): Promise<number>
}

/**
 * The makers of `Database`, each over an empty, migrated database of the file: a program's, a request's and the
 * simulation's. The last two have to agree with the first one's library (docs/decisions/102).
 */
export function allMakers(): [ofProgram: Maker, ofRequest: Maker, inProcess: Maker] {
	return [
		makerOverHttp('of a program', (url) => openDatabase({ url })),
		makerOverHttp('of a request', (url) =>
			openRequestDatabase({
				reader: createStreamReader({ url }, Date.now),
				writer: createWriter(createWriteStream({ url })),
			}),
		),
		makerInProcess(),
	]
}

function makerOverHttp(name: string, openAt: (url: string) => Database): Maker {
	const database = withTestDatabase()
	let proxy: FaultProxy
	beforeAll(async () => {
		proxy = await startFaultProxy(database().url)
	})
	afterAll(() => proxy.close())
	return {
		name,
		open: () => openAt(proxy.url),
		countTrips: async (work) => (await proxy.during(work)).trips.length,
		loseAnswer: () => proxy.inject({ kind: 'drop-after', onTrip: 1 }),
		count: (...asked) => database().count(...asked),
	}
}

function makerInProcess(): Maker {
	let scratch: ScratchInProcess
	let trips = 0
	let isLosing = false
	beforeAll(async () => {
		scratch = await startScratchInProcess()
	})
	afterAll(() => scratch.remove())
	return {
		name: 'in process',
		open: () =>
			openDatabaseInProcess(scratch, {
				async trip(_mode, send) {
					trips += 1
					const isLost = isLosing
					isLosing = false
					const results = await send().catch((error) => (isLost ? [] : Promise.reject(error)))
					if (isLost) throw new DatabaseError('unknown', 'the answer is lost')
					return results
				},
			}),
		async countTrips(work) {
			const before = trips
			await work()
			return trips - before
		},
		loseAnswer: () => {
			isLosing = true
		},
		count: (...asked) => scratch.count(...asked),
	}
}
