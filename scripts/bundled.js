// `node scripts/bundled.js ops …`: runs a program of this folder from one file, bundled anew when a source has changed.
// tsx loads hundreds of sources one by one, which took four seconds of a processor before a command did anything.
// Plain JavaScript, because Node runs it by itself.
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const [program] = process.argv.splice(2, 1)
// As deep below the root as the sources' folders: some files find the root by their own path.
const folder = join(root, 'build/bundles')
const file = join(folder, `${program}.mjs`)
const stamp = join(folder, `${program}.json`)
/** What a bundle depends on besides its sources. */
const makers = ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts/bundled.js']

if (!isFresh()) await bundle()
await import(pathToFileURL(file).href)

/** The stamp holds each source's time of change and size. */
function isFresh() {
	try {
		const sources = Object.entries(JSON.parse(readFileSync(stamp, 'utf8')))
		return sources.length > 0 && sources.every(([path, mark]) => markOf(path) === mark)
	} catch {
		return false
	}
}

function markOf(path) {
	const { mtimeMs, size } = statSync(join(root, path))
	return `${mtimeMs} ${size}`
}

async function bundle() {
	const { build } = await import('esbuild')
	mkdirSync(folder, { recursive: true })
	const own = `${file}.${process.pid}`
	writeFileSync(own, '')
	const startedAt = statSync(own).mtimeMs
	const { metafile } = await build({
		absWorkingDir: root,
		entryPoints: [`scripts/${program}.ts`],
		outfile: own,
		bundle: true,
		metafile: true,
		packages: 'external',
		platform: 'node',
		format: 'esm',
		logLevel: 'warning',
	})
	// A source that changed meanwhile gets no mark, so the next run bundles again.
	const isOlder = (path) => statSync(join(root, path)).mtimeMs < startedAt
	const marks = [...makers, ...Object.keys(metafile.inputs)].map((path) => [
		path,
		isOlder(path) ? markOf(path) : null,
	])
	// Another command may start just now: it must not read half a file.
	renameSync(own, file)
	writeFileSync(own, JSON.stringify(Object.fromEntries(marks)))
	renameSync(own, stamp)
}
