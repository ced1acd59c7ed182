import { beforeEach, expect, test } from 'vitest'
import { createWriteWatchdog } from '#scripts/local/write-watchdog.ts'

let now: number
let said: string[]
let restarts: number
let writes: 'taken' | 'refused' | 'hang'
let reads: 'answered' | 'silent'
let probesSent: number
let look: () => Promise<void>

beforeEach(() => {
	now = 0
	said = []
	restarts = 0
	writes = 'taken'
	reads = 'answered'
	probesSent = 0
	look = createWriteWatchdog({
		probeWrite: () => {
			probesSent += 1
			if (writes === 'hang') return new Promise(() => {})
			return writes === 'taken' ? Promise.resolve() : Promise.reject(new Error('busy'))
		},
		probeRead: async () => {
			if (reads === 'silent') throw new Error('no answer')
		},
		restart: async () => {
			restarts += 1
			writes = 'taken'
		},
		say: (line) => said.push(line),
		now: () => now,
	})
})

async function lookFor(seconds: number) {
	for (const end = now + seconds * 1_000; now < end; now += 2_000) {
		await look()
		await new Promise(setImmediate)
	}
}

test.each(['hang', 'refused'] as const)(
	'W6: a database whose writes fail (%s) for 10 s while a read answers is started again, once, in one line',
	async (failing) => {
		await lookFor(60)
		writes = failing
		await lookFor(10)
		expect(restarts).toBe(0)
		await lookFor(60)
		expect(restarts).toBe(1)
		expect(said).toEqual([expect.stringContaining('no write for 10 s')])
	},
)

test('W6: a locked database gets one hanging probe, not one more each time', async () => {
	writes = 'hang'
	await lookFor(10)
	expect(probesSent).toBe(1)
})

test('W6: a write that is slow, or a database that is down, is no reason', async () => {
	writes = 'refused'
	await lookFor(8)
	writes = 'taken'
	await lookFor(20)
	writes = 'hang'
	reads = 'silent'
	await lookFor(60)
	expect(restarts).toBe(0)
})
