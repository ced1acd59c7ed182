import { circles } from './circles.ts'
import type { SourceFile } from './source-file.ts'

/** The room of a flow: 'booking' for app/flows/booking/hold-slot.server.ts. */
function roomOfFlow(path: string): string | undefined {
	return /^app\/flows\/([^/]+)\//.exec(path)?.[1]
}

/** Rooms of flows that use each other, each group once, as 'booking ↔ payments'. */
export function circlesOfRooms(files: SourceFile[]): string[] {
	const imports = new Map<string, SourceFile['imports']>()
	for (const file of files) {
		const room = roomOfFlow(file.path)
		if (!room) continue
		const others = file.imports.flatMap((one) => {
			const target = one.isOurs ? roomOfFlow(one.target) : undefined
			return target && target !== room ? [{ ...one, target }] : []
		})
		imports.set(room, [...(imports.get(room) ?? []), ...others])
	}
	return circles([...imports].map(([path, list]) => ({ path, imports: list }) as SourceFile))
}

/**
 * Lists have one element for each context, so they import every room, and rooms get them handed in. Lifecycle is used
 * by every room that books or undoes, so it uses none.
 */
export function roomsThatReachTooFar(files: SourceFile[]): string[] {
	return files.flatMap(({ path, imports }) => {
		const room = roomOfFlow(path)
		if (!room) return []
		return imports.flatMap(({ target, isOurs }) => {
			const other = isOurs ? roomOfFlow(target) : undefined
			if (!other || other === room) return []
			const reachesTooFar = other === 'lists' || room === 'lifecycle'
			return reachesTooFar ? [`${path} imports ${target}`] : []
		})
	})
}

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

/** The arrow runs from tests to programs, never back. */
export function programsThatImportTests(files: SourceFile[]): string[] {
	return files.flatMap(({ path, imports }) =>
		path.startsWith('tests/')
			? []
			: imports
					.filter(({ target, isOurs }) => isOurs && target.startsWith('tests/'))
					.map(({ target }) => `${path} imports ${target}`),
	)
}
