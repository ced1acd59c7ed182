import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, expect } from 'vitest'
import { mutantSwitch } from './switch.ts'

// Notes the places that a file of tests visits, and its time.
const startedAt = performance.now()
mutantSwitch.hits = new Set()

afterAll(() => {
	const { testPath } = expect.getState()
	if (!testPath || !process.env.MUTANT_LOG) throw new Error('started by scripts/mutate.ts alone')
	const ms = Math.round(performance.now() - startedAt)
	const file = relative(process.cwd(), testPath)
	appendFileSync(process.env.MUTANT_LOG, `${JSON.stringify({ file, ms, hits: [...mutantSwitch.hits] })}\n`)
})
