import { appendFileSync } from 'node:fs'
import { afterAll, beforeEach } from 'vitest'
import { isWell, mutantSwitch } from './switch.ts'

/** Runs a file of tests with mutants switched on, up to the first test that fails. */
export async function judge(
	ids: readonly number[],
	file: string,
	load: () => Promise<unknown>,
): Promise<void> {
	const startedAt = performance.now()
	const note = (words: object) => {
		if (!process.env.MUTANT_LOG) throw new Error('started by scripts/mutate.ts alone')
		appendFileSync(process.env.MUTANT_LOG, `${JSON.stringify({ ids, file, ...words })}\n`)
	}
	note({ began: process.pid })
	mutantSwitch.active = new Set(ids)
	let hasFailed = false
	beforeEach(({ onTestFailed, skip }) => {
		if (hasFailed) skip()
		onTestFailed(() => {
			hasFailed = true
		})
	})
	// Hooks that come first end last: the audit of the file's database has run by then.
	// vitest reads the first parameter as a pattern.
	// biome-ignore lint/correctness/noEmptyPattern: it must be one.
	afterAll(({}, suite) => {
		note({ isNoticed: !isWell(suite), ms: Math.round(performance.now() - startedAt) })
		mutantSwitch.active = new Set()
	})
	await load()
}
