import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Plugin } from 'esbuild'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { type Bundle, bundle } from '#tests/support/bundle.ts'
import type { Planting } from './planted-bugs.ts'

/** The search for a mistake, with the mistake in its source. `migrations`: a folder of them, where it is in one. */
export type PlantedBundle = { bundle: Bundle; migrations?: string; remove(): void }

/** The source of a file with the mistake in it. Throws where its text does not stand there once. */
export function planted(source: string, { name, file, find, replace }: Planting): string {
	const places = source.split(find).length - 1
	if (places !== 1) throw new Error(`${name}: its text stands ${places} times in ${file}, not once`)
	return source.replace(find, () => replace)
}

/** Throws where the replacement does not match, or the simulator does not load its file. */
export async function bundlePlanted(bug: Planting): Promise<PlantedBundle> {
	const path = join(PROJECT_ROOT, bug.file)
	const source = planted(readFileSync(path, 'utf8'), bug)
	const isMigration = bug.file.startsWith('migrations/')
	let isLoaded = false
	const plugin: Plugin = {
		name: 'planted-bug',
		setup({ onLoad }) {
			onLoad({ filter: /\.ts$/ }, (loaded) => {
				if (loaded.path !== path) return null
				isLoaded = true
				return { contents: source, loader: 'ts' }
			})
		},
	}
	const made = await bundle('simulation/search-planted.program.ts', [plugin])
	if (!isMigration && !isLoaded) throw new Error(`${bug.name}: the simulator does not load ${bug.file}`)
	const migrations = isMigration ? migrationsWith(bug, source) : undefined
	return {
		bundle: made,
		migrations,
		remove() {
			made.remove()
			if (migrations) rmSync(migrations, { recursive: true, force: true })
		},
	}
}

function migrationsWith({ file }: Planting, source: string): string {
	const folder = mkdtempSync(join(tmpdir(), 'wakati-planted-'))
	cpSync(join(PROJECT_ROOT, 'migrations'), folder, { recursive: true })
	writeFileSync(join(folder, basename(file)), source)
	return folder
}
