import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `from"./x.js"` and `import"./x.js"`, not `import("./x.js")`. */
const STATIC_IMPORT = /\b(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g

/** The modules of a built Worker that a start evaluates: the main one, and all that it imports without `import()`. */
export function startedModules(folder: string, main: string): string[] {
	const started = new Set([main])
	for (const name of started) {
		const text = readFileSync(join(folder, name), 'utf8')
		for (const [, path = ''] of text.matchAll(STATIC_IMPORT)) started.add(join(name, '..', path))
	}
	return [...started]
}
