import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/cloudflare'
import { routeFinder, routeOfTheRest } from './route-name.ts'

type RequestHandler = (request: Request, context: AppLoadContext) => Promise<Response>

/**
 * The app, handed to Remix one branch at a time (decision 096): Remix lists, ranks and matches every route that it is
 * given some six times a page. A branch is the route of the address and those of its ancestors, because a page tells
 * its script of them too. An address that is not written as a route's own gets the whole app, and so does the manifest
 * for other pages: what Remix alone knows of addresses, such as capital letters, stays with Remix.
 */
export function branchHandler(build: ServerBuild): RequestHandler {
	const find = routeFinder(build.routes)
	const rest = routeOfTheRest(build.routes)
	const whole = createRequestHandler(build)
	const branches = new Map<string, RequestHandler>()
	return (request, context) => {
		const { pathname } = new URL(request.url)
		const own = find(pathname)
		if (own === null) return whole(request, context)
		const ids = [own, ...ancestorsOf(pathname).map((path) => find(path) ?? rest)]
		const branch = [...new Set(ids.flatMap((id) => (id ? withParents(id, build.routes) : [])))].sort()
		const key = branch.join()
		const known = branches.get(key)
		if (known) return known(request, context)
		const handler = createRequestHandler(onlyRoutes(branch, build))
		branches.set(key, handler)
		return handler(request, context)
	}
}

/** '/', '/rewards' of '/rewards/1', each as an address. */
function ancestorsOf(pathname: string): string[] {
	const steps = pathname.split('/').filter(Boolean)
	return steps.map((_, index) => `/${steps.slice(0, index).join('/')}`)
}

function withParents(id: string, routes: ServerBuild['routes']): string[] {
	const parentId = routes[id]?.parentId
	return parentId === undefined ? [id] : [id, ...withParents(parentId, routes)]
}

function onlyRoutes(ids: readonly string[], build: ServerBuild): ServerBuild {
	const keep = <Route>(routes: Record<string, Route>): Record<string, Route> =>
		Object.fromEntries(Object.entries(routes).filter(([id]) => ids.includes(id)))
	return {
		...build,
		routes: keep(build.routes),
		assets: { ...build.assets, routes: keep(build.assets.routes) },
	}
}
