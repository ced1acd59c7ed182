import type { SourceFile } from './source-file.ts'

/** A flow outside of every room. */
export function flowsWithoutRoom(files: SourceFile[]): string[] {
	return files.flatMap(({ path }) => (/^app\/flows\/[^/]+$/.test(path) ? [path] : []))
}

/**
 * What waits for the database is a use-case: domain has the rules and the repositories alone. A repository is known by
 * its type, and by what is awaited: a method that some repository offers, under whichever type it was handed in, or a
 * write.
 */
export function operationsInDomain(files: SourceFile[]): string[] {
	const inDomain = files.filter(({ path }) => path.startsWith('app/domain/'))
	const isRepository = ({ path }: SourceFile) => /repositor(y|ies)\.server\.ts$/.test(path)
	const offered = new Set(inDomain.filter(isRepository).flatMap(({ methods }) => methods))
	const isOfDatabase = (asked: string) =>
		asked.startsWith('.') ? offered.has(asked.slice(1)) : /^write(Batch|Idempotent)$/.test(asked)
	return inDomain
		.filter((file) => !isRepository(file))
		.flatMap(({ path, imports, awaits }) => [
			...imports
				.flatMap(({ types }) => types.filter((name) => name.endsWith('Repository')))
				.map((name) => `${path} works with ${name}`),
			...awaits.filter(isOfDatabase).map((asked) => `${path} awaits ${asked}`),
		])
}

/** A route's folder is its own: what two routes need stands on a floor below. */
export function routesThatImportRoutes(files: SourceFile[]): string[] {
	const routeOf = (path: string) => /^app\/routes\/([^/]+)/.exec(path)?.[1]
	return files.flatMap(({ path, imports }) => {
		const route = routeOf(path)
		return imports.flatMap(({ target, isOurs }) => {
			const other = isOurs ? routeOf(target) : undefined
			return route && other && other !== route ? [`${path} imports ${target}`] : []
		})
	})
}
