import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startedModules } from '#scripts/bench/started-modules.ts'

const folder = mkdtempSync(join(tmpdir(), 'wakati-started-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a start evaluates what is imported, in circles too, and not what `import()` loads', () => {
	mkdirSync(join(folder, 'chunks'))
	writeFileSync(join(folder, 'worker.js'), 'import{a as b}from"./chunks/start.js";export{b as default};')
	writeFileSync(
		join(folder, 'chunks/start.js'),
		'import"./side.js";import"../worker.js";import{c}from"node:crypto";const a=()=>import("./kiosk.js")',
	)
	writeFileSync(join(folder, 'chunks/side.js'), 'export * from "./more.js"')
	writeFileSync(join(folder, 'chunks/more.js'), '')
	expect(startedModules(folder, 'worker.js').sort()).toEqual([
		'chunks/more.js',
		'chunks/side.js',
		'chunks/start.js',
		'worker.js',
	])
})
