import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/cloudflare'
import { matchRoutes } from '@remix-run/react'
import { once } from '#app/kernel/once.ts'
import { routeFinder, routeOfTheRest } from './route-name.ts'

/** Makes the context once the answering routes are known. */
export type MakeContext = (input: readonly string[]) => Promise<AppLoadContext>

export type BranchHandler = (request: Request, makeContext: MakeContext) => Promise<Response>
type Route = NonNullable<ServerBuild['routes'][string]>
type LazyRoute = Omit<Route, 'module'> & { load: () => Promise<Route['module']> }

/** Remix's build; each route's module is loaded on first use (docs/decisions/099). */
export type LazyServerBuild = Omit<ServerBuild, 'routes'> & { routes: Record<string, LazyRoute> }

/** Stands for a route's module that this handler lists and never calls. */
const NOT_LOADED = {} as Route['module']

/**
 * Hands Remix one branch of the app at a time (decision 098): Remix ranks and matches all its routes some six times a
 * page. A branch is the route of the address and those of its ancestors. Remix's own matching finds the branch of an
 * unusual address, such as one with capital letters. `wrap` changes each build before Remix gets it.
 */
export function branchHandler(
	build: LazyServerBuild,
	wrap: (build: ServerBuild) => ServerBuild = (unwrapped) => unwrapped,
): BranchHandler {
	const { routes, basename } = build
	const find = routeFinder(routes)
	const rest = routeOfTheRest(routes)
	const tree = once(() => routeTree(routes))
	const handlers = new Map<string, ReturnType<typeof createRequestHandler>>()

	function findBranch(pathname: string): Branch {
		if (pathname === '/__manifest') return { listed: Object.keys(routes), ids: [] }
		const own = find(pathname)
		const ids = own === null ? matchedIds(pathname, dataless(pathname)) : withParents(own, routes)
		const above =
			own === null
				? matchedIds(...listAncestors(pathname))
				: listAncestors(pathname).flatMap((path) => withParents(find(path) ?? rest, routes))
		return { listed: [...new Set([...ids, ...above])].sort(), ids }
	}

	/** By Remix's own matching. */
	function matchedIds(...paths: string[]): string[] {
		const matches = paths.flatMap((path) => matchRoutes(tree(), path, basename) ?? [])
		return [...new Set(['root', ...matches.map(({ route }) => route.id)])]
	}

	return async (request, makeContext) => {
		const branch = findBranch(new URL(request.url).pathname)
		const key = `${branch.listed} ${branch.ids}`
		// Handlers are kept, promises are not: workerd ends a promise with the request that made it.
		const handler = handlers.get(key) ?? createRequestHandler(wrap(await loadBranch(branch, build)))
		handlers.set(key, handler)
		return handler(request, await makeContext(branch.ids))
	}
}

export function withChanges(makeContext: MakeContext, changes: Partial<AppLoadContext>): MakeContext {
	return async (input) => ({ ...(await makeContext(input)), ...changes })
}

/** `listed`: the routes that Remix gets. `ids`: the ones that answer. */
type Branch = { listed: string[]; ids: string[] }

/** The page's address of a data request. */
function dataless(pathname: string): string {
	return pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/')
}

/** '/', '/rewards' of '/rewards/1'. */
function listAncestors(pathname: string): string[] {
	const steps = pathname.split('/').filter(Boolean)
	return steps.map((_, index) => `/${steps.slice(0, index).join('/')}`)
}

function withParents(id: string | undefined, routes: LazyServerBuild['routes']): string[] {
	return id === undefined ? [] : [id, ...withParents(routes[id]?.parentId, routes)]
}

async function loadBranch({ listed, ids }: Branch, build: LazyServerBuild): Promise<ServerBuild> {
	const keep = <Value>(routes: Record<string, Value>) =>
		Object.entries(routes).filter(([id]) => listed.includes(id))
	const routes = keep(build.routes).map(async ([id, { load, ...route }]) => {
		return [id, { ...route, module: ids.includes(id) ? await load() : NOT_LOADED }] as const
	})
	return {
		...build,
		routes: Object.fromEntries(await Promise.all(routes)),
		assets: { ...build.assets, routes: Object.fromEntries(keep(build.assets.routes)) },
	}
}

type TreeRoute = { id: string; path?: string; caseSensitive?: boolean } & (
	| { index: true }
	| { index?: false; children: TreeRoute[] }
)

function routeTree(routes: LazyServerBuild['routes']): TreeRoute[] {
	const children = new Map<string | undefined, LazyRoute[]>()
	for (const route of Object.values(routes))
		children.set(route.parentId, [...(children.get(route.parentId) ?? []), route])
	const under = (parentId?: string): TreeRoute[] =>
		(children.get(parentId) ?? []).map(({ id, path, index, caseSensitive }) => {
			const route = { id, path, caseSensitive }
			return index ? { ...route, index } : { ...route, children: under(id) }
		})
	return under()
}
