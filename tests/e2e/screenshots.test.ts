import { expect, test } from '@playwright/test'
import { startNode } from '#scripts/local/start-tool.ts'

test('the walks to all pictures run to their end: each step finds what it presses, and finds it once', {
	tag: '@full',
}, async () => {
	test.setTimeout(300_000)
	const walks = startNode(['--import', 'tsx', 'scripts/screenshots.ts', '--sample'], {
		env: {},
		output: 'keep',
	})
	const { isWell, words } = await walks.ended
	expect(isWell, words).toBe(true)
})
