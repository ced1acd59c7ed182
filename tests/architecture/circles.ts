import type { SourceFile } from './source-file.ts'

/** Groups of files that all reach each other by imports, each group once, as 'a ↔ b ↔ c'. */
export function circles(files: SourceFile[]): string[] {
	const importsOf = new Map(
		files.map(({ path, imports }) => [path, imports.filter((one) => one.isOurs).map((one) => one.target)]),
	)
	const reachOf = new Map(files.map(({ path }) => [path, reach(path, importsOf)]))
	const groups = files.flatMap(({ path }) => {
		if (!reachOf.get(path)?.has(path)) return []
		const others = [...(reachOf.get(path) ?? [])].filter((other) => reachOf.get(other)?.has(path))
		return [others.sort().join(' ↔ ')]
	})
	return [...new Set(groups)]
}

/** Everything that a file imports, directly or not; itself only if it stands in a circle. */
function reach(start: string, importsOf: Map<string, string[]>): Set<string> {
	const found = new Set<string>()
	const waiting = [start]
	for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
		for (const next of importsOf.get(path) ?? []) {
			if (!found.has(next)) waiting.push(next)
			found.add(next)
		}
	}
	return found
}
