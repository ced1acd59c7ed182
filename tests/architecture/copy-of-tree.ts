import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { pathsUnder } from './source-tree.ts'

const PLANTED = join(PROJECT_ROOT, 'tests/architecture/planted')
const OWN = ['app', 'db', 'migrations', 'scripts', 'docs/import']
const TO_RUN = [
	...OWN,
	'docs',
	'public',
	'tests',
	'package.json',
	'drizzle.config.ts',
	'vitest.config.ts',
	'tsconfig.json',
]

/** By hand: a text that stands once in a file is followed or replaced by another. */
export type Edit = { after: string; add: string } | { replace: string; by: string }

/**
 * A copy of the project in a folder of its own, with the edits of a recipe and the new files that stand under
 * `planted/recipes/<name>`. Its tests and programs run in it.
 */
export function copyWithRecipe(name: string, edits: Record<string, readonly Edit[]>): string {
	const root = mkdtempSync(join(tmpdir(), `recipe-${name}-`))
	for (const path of TO_RUN)
		cpSync(join(PROJECT_ROOT, path), join(root, path), {
			recursive: true,
			filter: (from) => !from.startsWith(PLANTED),
		})
	symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(root, 'node_modules'))
	cpSync(join(PLANTED, 'recipes', name), root, { recursive: true })
	for (const [path, list] of Object.entries(edits)) {
		const file = join(root, path)
		writeFileSync(file, list.reduce(edited, readFileSync(file, 'utf8')))
	}
	return root
}

function edited(text: string, edit: Edit): string {
	const found = 'after' in edit ? edit.after : edit.replace
	if (text.split(found).length !== 2) throw new Error(`"${found}" does not stand once`)
	return text.replace(found, () => ('after' in edit ? found + edit.add : edit.by))
}

/** Files of the app that are new or other in a copy, in order. What a program wrote there counts as well. */
export function changedFiles(root: string): string[] {
	const filesOf = (folder: string) => OWN.flatMap((one) => pathsUnder(folder, one))
	const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')
	const ours = new Set(filesOf(PROJECT_ROOT))
	return filesOf(root).filter((path) => !ours.has(path) || read(root, path) !== read(PROJECT_ROOT, path))
}
