import { expect, test } from 'vitest'
import { requireWrk } from '#scripts/bench/wrk-load.ts'

test('a bench without wrk ends with one line that says what to install', () => {
	expect(() => requireWrk('/no/such/folder')).toThrow(
		expect.objectContaining({
			name: 'StartProblem',
			message: expect.stringMatching(/`apt-get install wrk`.*`brew install wrk`/),
		}),
	)
})
