import { afterEach, describe, expect, test } from 'vitest'
import { newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { randomBytes, randomFraction, replaceByteSource } from '#app/kernel/chance.server.ts'
import { newId, newReadableCode } from '#app/kernel/id.server.ts'

test('as many bytes as asked, and never the same 16 twice', () => {
	expect([0, 1, 16, 65].map((count) => randomBytes(count).length)).toEqual([0, 1, 16, 65])
	const drawn = new Set(Array.from({ length: 1_000 }, () => randomBytes(16).join()))
	expect(drawn.size).toBe(1_000)
})

test('a fraction is at least 0 and below 1', () => {
	const drawn = Array.from({ length: 2_000 }, randomFraction)
	expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0)
	expect(Math.max(...drawn)).toBeLessThan(1)
	expect(new Set(drawn).size).toBeGreaterThan(1_990)
})

describe('A15: a source that is put in the place of chance', () => {
	let restore = () => {}
	afterEach(() => restore())

	test('decides every id, code, token and pause, until the old one is restored', () => {
		restore = replaceByteSource((count) => new Uint8Array(count).fill(255))
		expect(newId()).toBe('_____________________w')
		expect(newReadableCode(3)).toBe('999')
		expect(newSecretToken()).toBe(`${'_'.repeat(42)}8`)
		expect(randomFraction()).toBeLessThan(1)
		restore()
		expect(newId()).not.toBe(newId())
	})
})
