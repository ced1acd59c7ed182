import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@libsql/client/web'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { BrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { startScratchReplica } from '#scripts/site/scratch-replica.ts'
import { addSignedInPerson, browserOf, type Person } from '#tests/support/accounts.ts'
import { withReplicatedSite } from '#tests/support/with-replicated-site.ts'

const site = withReplicatedSite()
const pages = ['/discover', '/business/ade-hair-studio', '/favorites', '/appointments', '/wallet']

let person: Person
let browser: BrowserLikeClient
beforeAll(async () => {
	person = await addSignedInPerson(site().database, { at: Date.now() })
	browser = browserOf(person, site().url)
	await untilReplicaAnswers()
})

/** Its write probe has to be young, and after a failure it rests for some seconds. */
async function untilReplicaAnswers(): Promise<void> {
	await site().worker.scheduled()
	for (;;) {
		const { value, trips } = await site().proxy.during(() => browser.open('/favorites'))
		if (value.status === 200 && value.url.pathname === '/favorites' && trips.length === 0) return
		await delay(100)
	}
}

/** Opens every page six times; gives the failed ones. */
async function failedPages(): Promise<string[]> {
	const failed: string[] = []
	for (let round = 0; round < 6; round++) {
		const opened = await Promise.all(pages.map((path) => browser.open(`${path}?round=${round}`)))
		for (const [i, { status }] of opened.entries()) if (status !== 200) failed.push(`${pages[i]}: ${status}`)
	}
	return failed
}

describe('W54: pages go on', () => {
	afterEach(async () => {
		await untilReplicaAnswers()
	})

	test('while the replica is killed, and when it is back', async () => {
		await site().replica.server.kill()
		expect(await failedPages()).toEqual([])
		await site().replica.server.restart()
		expect(await failedPages()).toEqual([])
	})

	test('while the replica is frozen', async () => {
		const { pid } = site().replica.server
		expect(pid).toBeGreaterThan(0)
		process.kill(Number(pid), 'SIGSTOP')
		try {
			expect(await failedPages()).toEqual([])
		} finally {
			process.kill(Number(pid), 'SIGCONT')
		}
	})

	test('while the replica answers every other request with an error', async () => {
		site().replicaProxy.inject({ kind: 'bad-gateway', share: 0.5, seed: 7 })
		expect(await failedPages()).toEqual([])
		site().replicaProxy.heal()
	})

	test('while the primary is killed: the replica answers, and nothing is saved', async () => {
		await site().database.server.kill()
		try {
			expect(await failedPages()).toEqual([])
			const form = `firstName=Bola&lastName=Obi&email=${person.email}&phone=`
			expect((await browser.post('/profile/edit', form)).status).toBe(503)
		} finally {
			await site().database.server.restart()
		}
	})
})

test('W54: while a replica starts cold, and again, under readers and writers, every write is taken', async () => {
	const replica = await startScratchReplica(site().database)
	const primary = createClient({ url: site().database.url })
	let isOver = false
	let [read, written] = [0, 0]
	const refused: unknown[] = []
	const until = async (work: () => Promise<unknown>) => {
		while (!isOver) await work()
	}
	const readers = Array.from({ length: 8 }, () =>
		until(async () => {
			const client = createClient({ url: replica.url })
			await client.batch(['SELECT count(*) FROM shops'], 'read').then(
				() => (read += 1),
				() => delay(20),
			)
			client.close()
		}),
	)
	const writers = Array.from({ length: 2 }, (_, i) =>
		until(() =>
			primary
				.batch([{ sql: "DELETE FROM job_runs WHERE job = 'none' OR job = ?", args: [`none${i}`] }], 'write')
				.then(
					() => (written += 1),
					(error) => refused.push(error),
				),
		),
	)
	try {
		await replica.warm()
		await expect.poll(() => read).toBeGreaterThan(50)
		await expect.poll(() => written).toBeGreaterThan(50)
		await replica.server.restart()
		const [readBefore, writtenBefore] = [read, written]
		await expect.poll(() => read - readBefore, { timeout: 10_000 }).toBeGreaterThan(50)
		await expect.poll(() => written - writtenBefore).toBeGreaterThan(50)
	} finally {
		isOver = true
		await Promise.all([...readers, ...writers])
		primary.close()
		await replica.remove()
	}
	expect(refused).toEqual([])
	// It was cold, and the primary was spared.
	expect(replica.gate.counts.refused).toBeGreaterThan(0)
})
