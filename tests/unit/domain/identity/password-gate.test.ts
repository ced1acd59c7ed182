import { describe, expect, test } from 'vitest'
import { createPasswordGate } from '#app/domain/identity/password-gate.server.ts'

/** A gate on a clock of the test, which moves while a request waits. */
function gateAt(start: number) {
	const clock = { now: start }
	const gate = createPasswordGate({
		now: () => clock.now,
		pause: async (milliseconds) => {
			clock.now += milliseconds
		},
	})
	return { gate, clock }
}

describe('W14: the gate in front of hashing passwords', () => {
	test('has five places, and refuses the sixth at once', () => {
		const { gate } = gateAt(0)
		const places = Array.from({ length: 5 }, () => gate.enter())
		expect(places).not.toContain(null)
		expect(gate.enter()).toBeNull()
		places[0]?.()
		expect(gate.enter()).not.toBeNull()
		expect(gate.enter()).toBeNull()
	})

	test('gives a place away whose request was cut off', () => {
		const { gate, clock } = gateAt(0)
		for (let i = 0; i < 5; i++) gate.enter()
		clock.now += 15_001
		expect(gate.enter()).not.toBeNull()
	})

	test('lets one after the other work, in the order of asking, with a rest between', async () => {
		const { gate, clock } = gateAt(0)
		const events: [string, number][] = []
		const hash = (name: string) => async () => {
			events.push([`${name} begins`, clock.now])
			await Promise.resolve()
			events.push([`${name} ends`, clock.now])
		}
		await Promise.all(['a', 'b', 'c'].map((name) => gate.inTurn(hash(name))))
		expect(events.map(([event]) => event)).toEqual(
			['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]),
		)
		const [, [, endOfFirst] = ['', 0], [, beginOfSecond] = ['', 0]] = events
		expect(beginOfSecond - endOfFirst).toBeGreaterThanOrEqual(100)
	})

	test('goes on after one that failed, and past one that was cut off', async () => {
		const { gate } = gateAt(0)
		await expect(gate.inTurn(() => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory')
		const cutOff = gate.inTurn(() => new Promise(() => {}))
		expect(await gate.inTurn(async () => 'done')).toBe('done')
		expect(cutOff).toBeInstanceOf(Promise)
	})
})
