import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { isWell, mutantSwitch } from './switch.ts'

// Notes the places that a file of tests visits, and its time. One that fails without a mutant tells nothing with one.
const startedAt = performance.now()
const loaded = new Set<number>()
mutantSwitch.hits = loaded

// A module is loaded for the first file of a process alone: what is visited then is noted apart.
beforeAll(() => {
	mutantSwitch.hits = new Set()
})

// vitest reads the first parameter as a pattern.
// biome-ignore lint/correctness/noEmptyPattern: it must be one.
afterAll(({}, suite) => {
	if (!isWell(suite)) return
	const { testPath } = expect.getState()
	if (!testPath || !process.env.MUTANT_LOG) throw new Error('started by scripts/mutate.ts alone')
	const note = {
		file: relative(process.cwd(), testPath),
		ms: Math.round(performance.now() - startedAt),
		hits: [...mutantSwitch.hits],
		loaded: [...loaded],
	}
	appendFileSync(process.env.MUTANT_LOG, `${JSON.stringify(note)}\n`)
})
