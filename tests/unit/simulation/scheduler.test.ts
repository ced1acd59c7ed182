import { describe, expect, test } from 'vitest'
import type { Instant } from '#app/kernel/instant.ts'
import { createScheduler } from '#tests/simulation/scheduler.ts'
import { watchSubtleWork } from '#tests/simulation/subtle-work.ts'

const startsAt: Instant = Date.UTC(2026, 10, 25, 9)
const nothingElse = { isBusy: () => false, ended: async () => {} }

describe('a scheduler', () => {
	test('lets what is due first go on first, and of one instant what came first', async () => {
		const scheduler = createScheduler(startsAt, nothingElse)
		const seen: string[] = []
		const act = async (name: string, ...waits: number[]) => {
			for (const wait of waits) {
				await scheduler.until(scheduler.now() + wait)
				seen.push(`${name} at ${scheduler.now() - startsAt}`)
			}
		}
		const acting = Promise.all([act('Ada', 30, 5), act('Bola', 10, 10, 10), act('Chidi', 10)])
		await scheduler.run()
		await acting
		expect(seen).toEqual(['Bola at 10', 'Chidi at 10', 'Bola at 20', 'Ada at 30', 'Bola at 30', 'Ada at 35'])
		expect(scheduler.steps).toBe(6)
	})

	test('takes the time of a year, and the machine none', async () => {
		const scheduler = createScheduler(startsAt, nothingElse)
		const year = 365 * 86_400_000
		const waiting = scheduler.until(startsAt + year)
		await scheduler.run()
		await waiting
		expect(scheduler.now()).toBe(startsAt + year)
	})

	test('never turns back: what is due in the past goes on now', async () => {
		const scheduler = createScheduler(startsAt, nothingElse)
		const waiting = scheduler.until(startsAt - 1_000)
		await scheduler.run()
		await waiting
		expect(scheduler.now()).toBe(startsAt)
	})

	test('orders many waits', async () => {
		const scheduler = createScheduler(startsAt, nothingElse)
		const seen: number[] = []
		const waits = Array.from({ length: 500 }, (_, i) => (i * 7_919) % 503)
		const acting = waits.map((wait) => scheduler.until(startsAt + wait).then(() => seen.push(wait)))
		await scheduler.run()
		await Promise.all(acting)
		expect(seen).toEqual([...waits].sort((a, b) => a - b))
	})

	test('ends a turn when all that goes on by itself has ended, work on other threads included', async () => {
		const subtle = watchSubtleWork()
		try {
			const scheduler = createScheduler(startsAt, subtle)
			const seen: string[] = []
			const acting = (async () => {
				await scheduler.until(startsAt + 1)
				scheduler.afterTurn(() => seen.push('end of the turn'))
				for (let i = 0; i < 5; i++)
					await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt'])
				seen.push('keys are made')
				await scheduler.until(startsAt + 2)
				seen.push('next step')
			})()
			await scheduler.run()
			await acting
			expect(seen).toEqual(['keys are made', 'end of the turn', 'next step'])
		} finally {
			subtle.stop()
		}
	})

	test('stops where it is told to', async () => {
		const scheduler = createScheduler(startsAt, nothingElse)
		for (const wait of [1, 2, 3]) void scheduler.until(startsAt + wait)
		await scheduler.run(undefined, () => scheduler.steps === 2)
		expect(scheduler.steps).toBe(2)
	})
})

describe('the sums that are made at once', () => {
	const data = new TextEncoder().encode('what is signed')
	const hmac = { name: 'HMAC', hash: 'SHA-512' }
	const sums = async () => {
		const key = await crypto.subtle.importKey('raw', data.subarray(3), hmac, false, ['sign', 'verify'])
		const signature = await crypto.subtle.sign('HMAC', key, data)
		return {
			digest: new Uint8Array(await crypto.subtle.digest('SHA-256', data)),
			ofView: new Uint8Array(await crypto.subtle.digest({ name: 'SHA-1' }, data.subarray(5, 9))),
			signature: new Uint8Array(signature),
			isRight: await crypto.subtle.verify(hmac, key, signature, data),
			isOtherRight: await crypto.subtle.verify('HMAC', key, signature, data.subarray(1)),
			isShorterRight: await crypto.subtle.verify('HMAC', key, signature.slice(1), data),
		}
	}

	test('are as crypto.subtle makes them', async () => {
		const plain = await sums()
		const subtle = watchSubtleWork()
		try {
			expect(await sums()).toEqual(plain)
			expect(plain).toMatchObject({ isRight: true, isOtherRight: false, isShorterRight: false })
		} finally {
			subtle.stop()
		}
	})
})
