import { expect, test } from 'vitest'
import { type DeliveryRun, inTurn, seemsDown } from '#app/flows/messages/channel.server.ts'
import { noPace } from '#tests/support/no-pace.ts'

type Said = { outcome: 'taken' } | { outcome: 'retry' } | { outcome: 'limited'; waitMs: number; why: string }

const newRun = (): DeliveryRun => ({ until: 1_000, failures: new Map(), dueAgainMs: 0, mayGather: true })
const taken: Said = { outcome: 'taken' }
const retry: Said = { outcome: 'retry' }
const limited: Said = { outcome: 'limited', waitMs: 7, why: 'status 429' }

/** Asks a channel for each of these answers in turn; 'not asked' where it had no turn. */
async function ask(run: DeliveryRun, channel: string, answers: readonly Said[]) {
	const left = [...answers]
	const heard: string[] = []
	while (left.length > 0) {
		const before = left.length
		const turns = { channel, pace: noPace, log: () => {} }
		const answer = await inTurn(turns, run, async () => left.shift() ?? taken)
		heard.push(answer?.outcome ?? 'not asked')
		if (answer === null && left.length === before) break
	}
	return heard
}

test('a channel that failed five times in a row is asked no more in this run, and the others are', async () => {
	const run = newRun()
	expect(await ask(run, 'sms', [retry, retry, retry, retry])).toEqual(Array(4).fill('retry'))
	expect([seemsDown(run), seemsDown(run, 'sms')]).toEqual([false, false])
	expect(await ask(run, 'sms', [retry, taken])).toEqual(['retry', 'not asked'])
	expect([seemsDown(run), seemsDown(run, 'sms'), seemsDown(run, 'mail')]).toEqual([true, true, false])
	expect(await ask(run, 'mail', [taken])).toEqual(['taken'])
})

test('what lies between two failures ends their row', async () => {
	const run = newRun()
	const answers = [retry, retry, retry, retry, taken, retry, retry, retry, retry]
	expect(await ask(run, 'mail', answers)).toHaveLength(9)
	expect(seemsDown(run)).toBe(false)
})

test('a provider that only asks to wait counts as down after five times', async () => {
	const run = newRun()
	expect(await ask(run, 'mail', [limited, limited, taken])).toEqual(['taken'])
	expect(await ask(run, 'mail', Array(5).fill(limited))).toEqual(['not asked'])
	expect(seemsDown(run, 'mail')).toBe(true)
})
