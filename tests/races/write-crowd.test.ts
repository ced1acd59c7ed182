import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isDatabaseError } from '#app/kernel/database-error.ts'
import { openDatabase } from '#db/client.server.ts'
import { createWriteQueue } from '#db/write-queue.server.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()

const isDeep = process.env.TEST_DEEP === '1'
const RUN_MS = isDeep ? 600_000 : 20_000
/** Two writers each: 100 writes are with the database all the time. */
const ISOLATES = 50
const LONGEST_SILENCE_MS = 15_000

test(
	'W6: 100 writers whose deadlines pass again and again never stop the writes',
	async () => {
		const startedAt = performance.now()
		const isOver = () => performance.now() - startedAt > RUN_MS
		let lastWriteAt = startedAt
		let longestSilenceMs = 0
		const counts = { written: 0, late: 0, busy: 0 }
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

		const isolates = Array.from({ length: ISOLATES }, () => createWriteQueue())
		const writers = isolates.flatMap((queue) => [writer(queue), writer(queue)])
		const watching = (async () => {
			while (!isOver()) {
				await delay(1_000)
				if (performance.now() - lastWriteAt > LONGEST_SILENCE_MS) break
			}
		})()
		await Promise.race([watching, Promise.all(writers)])
		longestSilenceMs = Math.max(longestSilenceMs, performance.now() - lastWriteAt)
		expect(longestSilenceMs, JSON.stringify(counts)).toBeLessThan(LONGEST_SILENCE_MS)
		await Promise.all(writers)
		expect(counts.late).toBeGreaterThan(0)
		// Late writes still arrive while the rows are counted: only those from before have to be among them.
		const { written } = counts
		const rows = await database().count("SELECT count(*) AS n FROM categories WHERE id LIKE 'crowd-%'")
		expect(rows).toBeGreaterThanOrEqual(written)
		console.info(`${JSON.stringify(counts)}, longest silence ${Math.round(longestSilenceMs)} ms`)
	},
	RUN_MS + 120_000,
)

function addCategory(id: string) {
	return {
		sql: 'INSERT INTO categories (id, name, position) VALUES (?, ?, 1)',
		args: [id, id],
		map: () => undefined,
	}
}
