type Route = { id: string; parentId?: string | undefined; path?: string | undefined }
type Routes = Record<string, Route | undefined>

/**
 * Gives the id of the route that serves an address, for the log: an address itself may name a person or grant something
 * (S10). A fixed path comes before one with parameters, and both before the page for everything else.
 */
export function routeNamer(routes: Routes): (pathname: string) => string {
	const all = Object.values(routes).filter(
		(route): route is Route => route !== undefined && route.id !== 'root',
	)
	const paths = all.map((route) => ({ id: route.id, path: fullPath(route, routes) }))
	const fixed = new Map(paths.filter(({ path }) => !/[:*]/.test(path)).map(({ id, path }) => [path, id]))
	const patterns = paths
		.filter(({ path }) => path.includes(':') || /.\/\*$/.test(path))
		.map(({ id, path }) => ({
			id,
			pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\*$/, '.*')}$`),
		}))
	const rest = paths.find(({ path }) => path === '/*')?.id ?? 'none'
	return (pathname) => {
		if (pathname === '/__manifest') return 'manifest'
		const path = pathname
			.replace(/\.data$/, '')
			.replace(/^\/_root$/, '/')
			.replace(/(.)\/$/, '$1')
		return fixed.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.id ?? rest
	}
}

function fullPath(route: Route, routes: Routes): string {
	const parent = route.parentId === undefined ? undefined : routes[route.parentId]
	const before = parent ? fullPath(parent, routes).replace(/\/$/, '') : ''
	return route.path === undefined ? before || '/' : `${before}/${route.path}`
}
