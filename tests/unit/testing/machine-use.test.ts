import { expect, test } from 'vitest'
import { watchMachine } from '#scripts/testing/machine-use.ts'

/** What was used between two looks, in ticks. */
function lineAfter(used: { all: number; idle: number; ours: number }): string | null {
	const looks = [
		{ all: 1_000, idle: 900, ours: 10 },
		{ all: 1_000 + used.all, idle: 900 + used.idle, ours: 10 + used.ours },
	]
	return watchMachine(() => looks.shift() ?? null)()
}

test('O7: a run says that other work took the processors', () => {
	expect(lineAfter({ all: 1_000, idle: 100, ours: 500 })).toContain('was busy: other work took 40 %')
	expect(lineAfter({ all: 1_000, idle: 400, ours: 550 })).toContain('was calm: other work took 5 %')
	expect(lineAfter({ all: 1_000, idle: 400, ours: 700 })).toContain('was calm: other work took 0 %')
})

test('it says nothing where the system does not tell', () => {
	expect(watchMachine(() => null)()).toBeNull()
})

test('on Linux the system tells', () => {
	const line = watchMachine()()
	if (process.platform === 'linux') expect(line).toMatch(/other work took \d+ %/)
	else expect(line).toBeNull()
})
