import type { SourceFile } from './source-file.ts'

/**
 * A repository may read any table and writes those of its own context alone: SQL is the only door through which
 * contexts can mix unseen. A table's context is the first word of the file of db/schema that defines it.
 */
export function tablesWrittenByOthers(files: SourceFile[]): string[] {
	const ownerOf = new Map<string, string>()
	for (const { path, tables } of files) {
		const context = /^db\/schema\/(\w+)[\w-]*\.ts$/.exec(path)?.[1]
		if (!context) continue
		for (const { variable, name } of tables) {
			ownerOf.set(variable, context)
			ownerOf.set(name, context)
		}
	}
	return files.flatMap(({ path, writes }) => {
		const context = /^app\/domain\/([^/]+)\//.exec(path)?.[1]
		if (!context) return []
		return [...new Set(writes)].flatMap((table) => {
			const owner = ownerOf.get(table)
			return owner === undefined || owner === context ? [] : [`${path} writes ${table} of ${owner}`]
		})
	})
}
