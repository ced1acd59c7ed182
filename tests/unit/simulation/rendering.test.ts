import { expect, test } from 'vitest'
import { isRendering, rendering } from '#tests/simulation/rendering.ts'

test('a page is being made, except while all that it does is wait for a trip', async () => {
	let arrive = (_: string) => {}
	const trip = () =>
		new Promise<string>((resolve) => {
			arrive = resolve
		})
	expect(isRendering()).toBe(false)
	const page = rendering(async (tripping) => `the page of ${await tripping(trip)()}`)
	expect(isRendering()).toBe(false)
	const other = rendering(() => new Promise<void>((resolve) => setImmediate(resolve)))
	expect(isRendering()).toBe(true)
	await other
	expect(isRendering()).toBe(false)
	arrive('a visit')
	expect(await page).toBe('the page of a visit')
	expect(isRendering()).toBe(false)
})

test('a page that fails is not being made any more', async () => {
	await expect(rendering(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
	expect(isRendering()).toBe(false)
})
