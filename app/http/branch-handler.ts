import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/cloudflare'
import { matchRoutes } from '@remix-run/react'
import { routeFinder, routeOfTheRest } from './route-name.ts'

type RequestHandler = (request: Request, context: AppLoadContext) => Promise<Response>
type Route = NonNullable<ServerBuild['routes'][string]>
type LazyRoute = Omit<Route, 'module'> & { load: () => Promise<Route['module']> }

/** Remix's build whose routes' modules are loaded when they are first asked for (docs/decisions/099). */
export type LazyServerBuild = Omit<ServerBuild, 'routes'> & { routes: Record<string, LazyRoute> }

/** Stands for the module of a route that this handler lists and never asks. */
const NOT_ASKED = {} as Route['module']

/**
 * The app, handed to Remix one branch at a time (decision 096): Remix lists, ranks and matches every route that it is
 * given some six times a page. A branch is the route of the address and those of its ancestors, because a page tells
 * its script of them too. An address that is not written as a route's own gets the whole app, and so does the manifest
 * for other pages: what Remix alone knows of addresses, such as capital letters, stays with Remix. Of either, only the
 * modules of the routes that answer are loaded. `wrap` is given each build before Remix is.
 */
export function branchHandler(
	build: LazyServerBuild,
	wrap: (build: ServerBuild) => ServerBuild = (unwrapped) => unwrapped,
): RequestHandler {
	const find = routeFinder(build.routes)
	const rest = routeOfTheRest(build.routes)
	const tree = treeOf(build.routes)
	const everyId = Object.keys(build.routes)
	const handlers = new Map<string, RequestHandler>()

	/** The routes that Remix is given for an address, and those of them that answer. */
	function branchOf(pathname: string): { listed: string[]; asked: string[] } {
		const own = find(pathname)
		if (own === null) return { listed: everyId, asked: matchedIds(pathname) }
		const ancestors = ancestorsOf(pathname).map((path) => find(path) ?? rest)
		const listed = [own, ...ancestors].flatMap((id) => (id ? withParents(id, build.routes) : []))
		return { listed: [...new Set(listed)].sort(), asked: withParents(own, build.routes) }
	}

	/** As Remix itself finds them. None for the manifest, which tells of routes and asks none. */
	function matchedIds(pathname: string): string[] {
		if (pathname === '/__manifest') return []
		const paths = new Set([pathname, pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/')])
		const matches = [...paths].flatMap((path) => matchRoutes(tree, path, build.basename) ?? [])
		return [...new Set(['root', ...matches.map(({ route }) => route.id)])]
	}

	return async (request, context) => {
		const { listed, asked } = branchOf(new URL(request.url).pathname)
		const key = `${listed === everyId ? '*' : listed} ${asked}`
		const known = handlers.get(key)
		if (known) return known(request, context)
		// Handlers are kept, promises are not: workerd ends a promise with the request that made it.
		const handler = createRequestHandler(wrap(await loadedBranch(build, listed, asked)))
		handlers.set(key, handler)
		return handler(request, context)
	}
}

/** '/', '/rewards' of '/rewards/1', each as an address. */
function ancestorsOf(pathname: string): string[] {
	const steps = pathname.split('/').filter(Boolean)
	return steps.map((_, index) => `/${steps.slice(0, index).join('/')}`)
}

function withParents(id: string, routes: LazyServerBuild['routes']): string[] {
	const parentId = routes[id]?.parentId
	return parentId === undefined ? [id] : [id, ...withParents(parentId, routes)]
}

async function loadedBranch(
	build: LazyServerBuild,
	listed: readonly string[],
	asked: readonly string[],
): Promise<ServerBuild> {
	const keep = <Value>(routes: Record<string, Value>): [string, Value][] =>
		Object.entries(routes).filter(([id]) => listed.includes(id))
	const routes = keep(build.routes).map(async ([id, { load, ...route }]) => {
		return [id, { ...route, module: asked.includes(id) ? await load() : NOT_ASKED }] as const
	})
	return {
		...build,
		routes: Object.fromEntries(await Promise.all(routes)),
		assets: { ...build.assets, routes: Object.fromEntries(keep(build.assets.routes)) },
	}
}

type TreeRoute = Pick<Route, 'id' | 'path' | 'caseSensitive'> &
	({ index: true } | { index?: false; children: TreeRoute[] })

/** The routes as Remix matches them. */
function treeOf(routes: LazyServerBuild['routes'], parentId?: string): TreeRoute[] {
	return Object.values(routes)
		.filter((route) => route.parentId === parentId)
		.map(({ id, path, index, caseSensitive }) => ({
			id,
			path,
			caseSensitive,
			...(index ? { index } : { children: treeOf(routes, id) }),
		}))
}
