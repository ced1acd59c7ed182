import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathsUnder } from './source-tree.ts'

/** The files of these folders that are new in a copy of a tree, gone from it, or changed. */
export function changedPaths({
	from,
	to,
	folders,
}: {
	from: string
	to: string
	folders: readonly string[]
}): string[] {
	const filesOf = (root: string) => new Set(folders.flatMap((folder) => pathsUnder(root, folder)))
	const [before, after] = [filesOf(from), filesOf(to)]
	const isSame = (path: string) =>
		before.has(path) && after.has(path) && readFileSync(join(from, path)).equals(readFileSync(join(to, path)))
	return [...new Set([...before, ...after])].filter((path) => !isSame(path)).toSorted()
}
