import { setTimeout as delay } from 'node:timers/promises'
import type { ResultSet } from '@libsql/client/web'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDatabaseError } from '#app/kernel/database-error.ts'
import { openDatabase } from '#db/client.server.ts'
import { createReplica, type Replica } from '#db/replica.server.ts'
import { createWriteQueue } from '#db/write-queue.server.ts'
import { type ScratchReplica, startScratchReplica } from '#scripts/site/scratch-replica.ts'
import { isDeep } from '#tests/support/deep.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase({ hasReplicas: true })
let replica: ScratchReplica
beforeAll(async () => {
	replica = await startScratchReplica(database())
	await probeWrites()
	await replica.warm()
})
afterAll(() => replica.remove())

const RUN_MS = isDeep ? 1_800_000 : 8_000
/** Two writers each: 100 writes are with the database all the time. */
const ISOLATES = 50
const LONGEST_SILENCE_MS = 15_000

test(
	'W6, W54: 100 writers whose deadlines pass never stop the writes, while a replica reads',
	async () => {
		const startedAt = performance.now()
		const isOver = () => performance.now() - startedAt > RUN_MS
		let lastWriteAt = startedAt
		let longestSilenceMs = 0
		const counts = {
			written: 0,
			late: 0,
			busy: 0,
			read: 0,
			readByOthers: 0,
			atPrimary: 0,
			unread: 0,
			stale: 0,
		}
		let number = 0

		/** A write whose caller left also counts when it was taken. */
		function taken() {
			const now = performance.now()
			longestSilenceMs = Math.max(longestSilenceMs, now - lastWriteAt)
			lastWriteAt = now
			counts.written += 1
		}

		async function writer(writeQueue: ReturnType<typeof createWriteQueue>) {
			while (!isOver()) {
				number += 1
				// With 100 in a line a write takes about half a second: some come in time, many do not.
				const { writeBatch } = openDatabase({
					url: database().url,
					writeTimeoutMs: 100 + (number % 10) * 100,
					queueTimeoutMs: 1_500,
					writeQueue,
					waitUntil: (work) => void work.then((result) => result && taken()),
				})
				try {
					await writeBatch([addCategory(`crowd-${number}`)])
				} catch (error) {
					if (!isDatabaseError(error)) throw error
					counts[error.kind === 'busy' ? 'busy' : 'late'] += 1
				}
			}
		}

		/** Reads what it has just written, as the page after a post does, and then as another visitor would. */
		async function reader(writeQueue: ReturnType<typeof createWriteQueue>, place: number) {
			const near = createReplica({ url: replica.url })
			const counted: Replica = {
				...near,
				read: (statements, { askPrimary, ...asked }) =>
					near.read(statements, {
						...asked,
						askPrimary(timeoutMs) {
							counts.atPrimary += 1
							return askPrimary(timeoutMs)
						},
					}),
			}
			const { url } = database()
			for (let turn = 0; !isOver(); turn++) {
				let change: number | null = null
				const id = `read-${place}-${turn}`
				const post = openDatabase({ url, writeQueue, onChange: (index) => (change = index) })
				try {
					await post.writeBatch([addCategory(id)])
					const asked = { replica: counted, bookmark: change, isPersonal: false, onOld: () => {} }
					const found = await openDatabase({ url, replica: asked }).read(countOf(id))
					counts[found === 1 ? 'read' : 'stale'] += 1
					await openDatabase({ url, replica: { ...asked, bookmark: null } }).read(countOf(id))
					counts.readByOthers += 1
				} catch (error) {
					if (!isDatabaseError(error)) throw error
					counts.unread += 1
				}
				await delay(1_000)
			}
		}

		const isolates = Array.from({ length: ISOLATES }, () => createWriteQueue())
		const writers = [
			...isolates.flatMap((queue) => [writer(queue), writer(queue)]),
			...isolates.map((queue, place) => reader(queue, place)),
		]
		const watching = (async () => {
			for (let second = 1; !isOver(); second++) {
				await delay(1_000)
				// One that finds no place is followed by the next.
				if (second % 20 === 0) await probeWrites().catch(() => {})
				if (performance.now() - lastWriteAt > LONGEST_SILENCE_MS) break
			}
		})()
		await Promise.race([watching, Promise.all(writers)])
		// A write path that locked up stays so: the last write then comes too late, or not at all.
		await lastWrite(database().url)
		taken()
		expect(longestSilenceMs, JSON.stringify(counts)).toBeLessThan(LONGEST_SILENCE_MS)
		await Promise.all(writers)
		expect(counts.late).toBeGreaterThan(0)
		expect(counts.stale).toBe(0)
		// The replica is late at this load, and silent on a busy machine: a reader then asks the primary, and once alone.
		// A turn that came to nothing may have asked twice, for itself and as another visitor.
		expect(counts.atPrimary).toBeLessThanOrEqual(counts.read + counts.readByOthers + 2 * counts.unread)
		// Late writes still arrive while the rows are counted: only those from before have to be among them.
		const { written } = counts
		const rows = await database().count("SELECT count(*) AS n FROM categories WHERE id LIKE 'crowd-%'")
		expect(rows).toBeGreaterThanOrEqual(written)
		console.info(`${JSON.stringify(counts)}, longest silence ${Math.round(longestSilenceMs)} ms`)
	},
	RUN_MS + 120_000,
)

/** A write that waits long enough to be judged by its delay. */
async function lastWrite(url: string): Promise<void> {
	const timeoutMs = 2 * LONGEST_SILENCE_MS
	const { writeBatch } = openDatabase({ url, writeTimeoutMs: timeoutMs, queueTimeoutMs: timeoutMs })
	await writeBatch([addCategory('crowd-last')])
}

/** As the cron does: a replica whose write probe is old is not asked. */
function probeWrites(): Promise<number> {
	return database().change(
		`INSERT INTO job_runs (job, finished_at) VALUES ('write-probe', ?)
			ON CONFLICT (job) DO UPDATE SET finished_at = excluded.finished_at`,
		Date.now(),
	)
}

function addCategory(id: string) {
	return {
		sql: 'INSERT INTO categories (id, name, position) VALUES (?, ?, 1)',
		args: [id, id],
		map: () => undefined,
	}
}

function countOf(id: string) {
	return {
		sql: 'SELECT count(*) AS n FROM categories WHERE id = ?',
		args: [id],
		map: ({ rows: [row] }: ResultSet) => Number(row?.n),
	}
}
