import { appendFileSync } from 'node:fs'
import { afterAll, beforeEach, type RunnerTask, type RunnerTestSuite } from 'vitest'
import { mutantSwitch } from './switch.ts'

/** Runs a file of tests with a mutant switched on, up to the first test that fails. */
export async function judge(id: number, file: string, load: () => Promise<unknown>): Promise<void> {
	const startedAt = performance.now()
	const note = (words: object) => {
		if (!process.env.MUTANT_LOG) throw new Error('started by scripts/mutate.ts alone')
		appendFileSync(process.env.MUTANT_LOG, `${JSON.stringify({ id, file, ...words })}\n`)
	}
	note({ began: process.pid })
	mutantSwitch.active = id
	let hasFailed = false
	beforeEach(({ onTestFailed, skip }) => {
		if (hasFailed) skip()
		onTestFailed(() => {
			hasFailed = true
		})
	})
	// Hooks that come first end last: the audit of the file's database has run by then.
	afterAll((_, suite) => {
		const isWell = tasksIn(suite).every(({ result }) => result?.state === 'pass')
		note({ isNoticed: !isWell, ms: Math.round(performance.now() - startedAt) })
		mutantSwitch.active = 0
	})
	await load()
}

function tasksIn(suite: Readonly<RunnerTestSuite> | { tasks: RunnerTask[] }): RunnerTask[] {
	return suite.tasks.flatMap((task) => (task.type === 'suite' ? tasksIn(task) : [task]))
}
