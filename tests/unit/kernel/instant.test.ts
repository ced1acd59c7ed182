import { expect, test } from 'vitest'
import { timeBudget } from '#app/kernel/instant.ts'

test('a budget ends with its time, or after its rounds though no time has passed', () => {
	let now = 0
	const clock = () => now
	const rounds = (hasTime: () => boolean) => {
		let begun = 0
		while (begun < 1_000 && hasTime()) begun++
		return begun
	}
	expect(rounds(timeBudget(clock, 10_000, 25))).toBe(25)
	const hasTime = timeBudget(clock, 10_000)
	expect(hasTime()).toBe(true)
	now = 10_000
	expect(hasTime()).toBe(false)
})
