import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'

/** As deep below the root as the source's rooms are: some files of the project find it by their own place. */
const FOLDER = join(PROJECT_ROOT, 'build/bundles')

/** One file with a program of the tests and everything of the project that it loads; `remove` deletes it. */
export type Bundle = { file: string; remove(): void }

let made = 0

/**
 * Bundles a program of the tests ('simulation/play-seeds.program.ts'), `plugins` in between. `tsx` runs the same
 * source, but takes two seconds more to load it, and names each function anew wherever one is made
 * (docs/decisions/102).
 */
export async function bundle(program: string, plugins: Plugin[] = []): Promise<Bundle> {
	const file = join(FOLDER, `${basename(program)}-${process.pid}-${made++}.mjs`)
	await build({
		entryPoints: [join(PROJECT_ROOT, 'tests', program)],
		outfile: file,
		bundle: true,
		packages: 'external',
		platform: 'node',
		format: 'esm',
		logLevel: 'warning',
		plugins,
	})
	return { file, remove: () => rmSync(file, { force: true }) }
}
