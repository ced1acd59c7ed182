type Route = { id: string; parentId?: string | undefined; path?: string | undefined }
type Routes = Record<string, Route | undefined>

/**
 * Finds the route id of an address, with or without '.data'; null where only the page for all other addresses matches.
 * A fixed path wins over parameters. Also null for spellings that Remix forgives, such as capital letters.
 */
export function routeFinder(routes: Routes): (pathname: string) => string | null {
	const paths = listPaths(routes)
	const fixed = new Map(paths.filter(({ path }) => !/[:*]/.test(path)).map(({ id, path }) => [path, id]))
	const patterns = paths
		.filter(({ path }) => path.includes(':') || /.\/\*$/.test(path))
		.map(({ id, path }) => ({ id, pattern: pathPattern(path) }))
	return (pathname) => {
		const path = pagePath(pathname)
		return fixed.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.id ?? null
	}
}

/** The page's address: script requests its data under another name. */
export function pagePath(pathname: string): string {
	return pathname
		.replace(/\.data$/, '')
		.replace(/^\/_root$/, '/')
		.replace(/(.)\/$/, '$1')
}

/** The id of the page for all other addresses; undefined for none. */
export function routeOfTheRest(routes: Routes): string | undefined {
	return listPaths(routes).find(({ path }) => path === '/*')?.id
}

/** The route id for the log: an address may name a person or grant something (S10). */
export function routeNamer(routes: Routes): (pathname: string) => string {
	const find = routeFinder(routes)
	const rest = routeOfTheRest(routes) ?? 'none'
	return (pathname) => (pathname === '/__manifest' ? 'manifest' : (find(pathname) ?? rest))
}

function listPaths(routes: Routes): { id: string; path: string }[] {
	return Object.values(routes).flatMap((route) =>
		route && route.id !== 'root' ? [{ id: route.id, path: fullPath(route, routes) }] : [],
	)
}

function fullPath(route: Route, routes: Routes): string {
	const parent = route.parentId === undefined ? undefined : routes[route.parentId]
	const before = parent ? fullPath(parent, routes).replace(/\/$/, '') : ''
	return route.path === undefined ? before || '/' : `${before}/${route.path}`
}

/** A parameter is one segment; with '?' it may be missing. '*' at the end matches the rest. */
function pathPattern(path: string): RegExp {
	const steps = path.replace(/\/\*$/, '').split('/').slice(1)
	const pattern = steps.map((step) => {
		if (!step.startsWith(':')) return `/${step.replace(/[.+^${}()|[\]\\]/g, '\\$&')}`
		return step.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+'
	})
	return new RegExp(`^${pattern.join('')}${path.endsWith('/*') ? '/.*' : ''}$`)
}
