import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import { replaceByteSource } from '#app/kernel/chance.server.ts'
import { contentId, newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { rawRead, rawWrite } from '#db/statement.server.ts'
import { openDatabaseInProcess } from '#tests/simulation/database-in-process.ts'
import { createScheduler } from '#tests/simulation/scheduler.ts'
import { startScratchInProcess } from '#tests/simulation/scratch-in-process.ts'
import { seededBytes } from '#tests/simulation/seeded-bytes.ts'

const startsAt: Instant = Date.UTC(2026, 10, 25, 9)
const cheap = { logN: 4, r: 1, p: 1 }

const highest = () =>
	rawRead(sql`SELECT max(position) AS position FROM categories`, (row) => Number(row.position))
const names = () => rawRead(sql`SELECT count(name) AS count FROM categories`, (row) => Number(row.count))

/** A made-up history: each actor reads the highest position three times and writes the next, without a check. */
async function play(seed: string): Promise<string> {
	const restore = replaceByteSource(seededBytes(seed))
	const scratch = await startScratchInProcess()
	const { now, history, pause, tripsOf, run } = createScheduler(seed, startsAt)
	const actor = (name: string) => async () => {
		const { read, writeBatch } = openDatabaseInProcess(scratch.client, tripsOf(name))
		for (let turn = 0; turn < 3; turn++) {
			const [[position = 0]] = await Promise.all([read(highest()), read(names())])
			const id = newId()
			// Both leave this thread, and come back when they come.
			const [content, hash] = await Promise.all([contentId(id), hashPassword(id, cheap)])
			const label = `${name} at ${now() - startsAt}, ${content}, ${hash}`
			await writeBatch([
				rawWrite(
					sql`INSERT INTO categories (id, name, position) VALUES (${id}, ${label}, ${BigInt(position + 1)})`,
				),
			])
			await pause(40)
		}
	}
	try {
		await run({ Ada: actor('Ada'), Bola: actor('Bola'), Chidi: actor('Chidi') })
		return JSON.stringify([history, await scratch.rows('SELECT * FROM categories ORDER BY rowid')])
	} finally {
		scratch.remove()
		restore()
	}
}

describe('a simulated history', () => {
	test('is the same for the same seed, byte for byte, and another one for another', async () => {
		const played = await play('one')
		for (let again = 0; again < 5; again++) expect(await play('one')).toBe(played)
		expect(await play('another')).not.toBe(played)
		// Three actors begin, and each makes three trips to read, three to write and three pauses.
		expect(JSON.parse(played)[0]).toHaveLength(3 + 3 * 9)
	})

	test('finds two actors who write what both have read', async () => {
		const isRace = []
		for (let seed = 0; seed < 20; seed++) {
			const [, rows] = JSON.parse(await play(`seed ${seed}`))
			const positions = rows.map(({ position }: { position: number }) => position)
			isRace.push(new Set(positions).size < positions.length)
		}
		expect(isRace).toContain(true)
	})

	test('ends with what an actor throws, and says where no step is left', async () => {
		const { run } = createScheduler('failing', startsAt)
		await expect(run({ Ada: () => Promise.reject(new Error('a bug')) })).rejects.toThrow('a bug')
		await expect(run({ Ada: () => new Promise(() => {}) })).rejects.toThrow('none waits for a step')
	})

	test('takes the time of its pauses, and the machine none', async () => {
		const { run, now, pause, history } = createScheduler('long', startsAt)
		await run({ Ada: () => pause(86_400_000) })
		expect(now() - startsAt).toBeGreaterThanOrEqual(86_400_000)
		expect(history).toHaveLength(2)
	})
})
