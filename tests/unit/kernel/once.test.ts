import { expect, test } from 'vitest'
import { once, onFirstUse } from '#app/kernel/once.ts'

test('once: what is made is made at the first call and kept, undefined too', () => {
	let made = 0
	const get = once(() => {
		made++
		return undefined
	})
	expect(made).toBe(0)
	get()
	get()
	expect(made).toBe(1)
})

test('on first use: an object is made when a part of it is asked for, and reads and copies as itself', () => {
	let made = 0
	const drafts = { find: () => 'found' }
	const context = onFirstUse(() => {
		made++
		return { drafts, holds: 1 }
	})
	const { drafts: same } = { ...{ context } }.context
	expect(made).toBe(1)
	expect(same).toBe(drafts)
	expect({ ...context, holds: 2 }).toEqual({ drafts, holds: 2 })
	expect('holds' in context).toBe(true)
	expect(Object.keys(context)).toEqual(['drafts', 'holds'])
	context.holds = 3
	expect(context.holds).toBe(3)
	expect(made).toBe(1)
})
