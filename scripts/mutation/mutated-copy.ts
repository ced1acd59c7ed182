import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { groupBy } from './group-by.ts'
import type { Mutant } from './mutant.ts'
import { switchedCode } from './switched-code.ts'

const FOLDERS = ['app', 'db', 'docs', 'migrations', 'public', 'scripts', 'tests']
const FILES = [
	'package.json',
	'package-lock.json',
	'tsconfig.json',
	'vite.config.ts',
	'wrangler.toml',
	'wrangler.dev.toml',
]

/**
 * Copies the project to a folder, with all mutants in its code. There a Worker has the mutant of the process that
 * starts it, and what `once` made for one mutant is not kept for the next.
 */
export function writeMutatedCopy(root: string, folder: string, mutants: readonly Mutant[]): void {
	rmSync(folder, { recursive: true, force: true })
	mkdirSync(folder, { recursive: true })
	for (const name of [...FOLDERS, ...FILES]) cpSync(join(root, name), join(folder, name), { recursive: true })
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
	for (const [path, ofFile] of groupBy(mutants, ({ path }) => path)) {
		const code = readFileSync(join(root, path), 'utf8')
		writeFileSync(join(folder, path), switchedCode(code, ofFile))
	}
	const runtime = join(folder, 'scripts/local/worker-runtime.ts')
	const runtimeCode = readFileSync(runtime, 'utf8')
		.replace('withShiftedClock(readWorkerBundle(options.buildDir))', 'withMutant($&)')
		.replace('options.log ?? (() => {})', 'withoutHits($&)')
	writeFileSync(
		runtime,
		`import { withMutant, withoutHits } from '#scripts/mutation/in-tests/worker-switch.ts'\n${runtimeCode}`,
	)
	const once = join(folder, 'app/kernel/once.ts')
	const onFirstUse = readFileSync(once, 'utf8')
		.split('\n\n')
		.find((text) => text.includes('function onFirstUse'))
	const ofTests = readFileSync(join(root, 'scripts/mutation/in-tests/counted-once.ts'), 'utf8')
	writeFileSync(once, `${ofTests}\nexport const once = countedOnce\n\n${onFirstUse ?? ''}\n`)
}
