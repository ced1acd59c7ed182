import { roomOf } from './floors.ts'
import type { SourceFile } from './source-file.ts'

/** Remix removes the server's code from these; load-context and the entries never reach a browser. */
const serverSide =
	/\.server\.tsx?$|^app\/(root|load-context|routes|entry\.(server|worker))\.tsx?$|^app\/routes\/([^/]+|.*\/route)\.tsx?$/

/** Files that a browser may load and that import server code. A type-only import carries nothing along. */
export function serverCodeInBrowserFiles(files: SourceFile[]): string[] {
	return files.flatMap(({ path, imports }) => {
		if (!path.startsWith('app/') || serverSide.test(path)) return []
		return imports
			.filter(({ target, isTypeOnly }) => !isTypeOnly && /\.server\.tsx?$|^db\//.test(target))
			.map(({ target }) => `${path} imports ${target}`)
	})
}

/** A folder named `x.server` builds, and leaks: only the suffix of a file keeps it out of the browser. */
export function serverFolders(files: SourceFile[]): string[] {
	return files.flatMap(({ path }) => (/\.server\//.test(path) ? [path] : []))
}

const sqlPackages = ['drizzle-orm', '@libsql/client']

/** Names the types of a statement and its answer; makes no statement. */
const typesOfStatements = 'app/kernel/write-batch.server.ts'
const sqlWords = /\b(SELECT\s[\s\S]*\sFROM|INSERT (OR \w+ )?INTO|UPDATE\s+\w+\s+SET|DELETE FROM)\s/

/** SQL, and what builds it, outside of repositories and db. */
export function sqlElsewhere(files: SourceFile[]): string[] {
	return files.flatMap(({ path, imports, strings }) => {
		const room = roomOf(path)
		if (!room || room === 'db' || path.endsWith('-repository.server.ts')) return []
		const used = imports.filter(
			({ target, isTypeOnly }) =>
				(sqlPackages.includes(target) || target === 'db/statement.server.ts') &&
				!(path === typesOfStatements && isTypeOnly),
		)
		return [
			...used.map(({ target }) => `${path} imports ${target}`),
			...strings
				.filter((text) => sqlWords.test(text))
				.map((text) => `${path} says ${text.trim().slice(0, 40)}`),
		]
	})
}

/** A component may wait in the browser, and measure the time since the page loaded: that is no date. */
const allowedInUi = ['await', 'performance.now']

/** The clock, chance, the environment or waiting, where everything has to be an argument. */
export function impureRules(files: SourceFile[]): string[] {
	return files.flatMap(({ path, impurities }) => {
		const room = roomOf(path)
		const isPure =
			(room === 'kernel' || room === 'domain rules' || room === 'ui') && !path.includes('.server.')
		const found = isPure ? impurities.filter((one) => room !== 'ui' || !allowedInUi.includes(one)) : []
		return found.map((one) => `${path} uses ${one}`)
	})
}
