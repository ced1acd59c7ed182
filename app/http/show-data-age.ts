import { type AppLoadContext, redirectDocument, type ServerBuild } from '@remix-run/cloudflare'

type Loader = NonNullable<NonNullable<ServerBuild['routes'][string]>['module']['loader']>

/** The loaders of a request that are under way beside that of the root. */
const underWay = new WeakMap<AppLoadContext, Promise<unknown>[]>()

/**
 * The app with pages that say how old they are where an old replica had to answer, because the primary did not (W54).
 * The root's message says so, so the root waits for the other loaders. A page with script asks for its data alone,
 * often without the root's: it is sent for the whole document.
 */
export function showDataAge(build: ServerBuild): ServerBuild {
	const routes = Object.entries(build.routes).map(([id, route]) => {
		if (!route?.module.default || !route.module.loader) return [id, route]
		const { loader } = route.module
		const module = { ...route.module, loader: id === 'root' ? afterOthers(loader) : underWatch(loader) }
		return [id, { ...route, module }]
	})
	return { ...build, routes: Object.fromEntries(routes) }
}

function underWatch(loader: Loader): Loader {
	return async (args) => {
		const { context, request } = args
		const loading = Promise.resolve(loader(args))
		underWay.set(context, [...(underWay.get(context) ?? []), loading])
		const loaded = await loading
		if (context.asksForData && context.response.asOf !== null) throw redirectDocument(addressOf(request))
		return loaded
	}
}

function afterOthers(loader: Loader): Loader {
	return async (args) => {
		// Remix calls the root's loader first, and the others in the same turn.
		await Promise.resolve()
		await Promise.allSettled(underWay.get(args.context) ?? [])
		return loader(args)
	}
}

function addressOf({ url }: Request): string {
	const { pathname, search } = new URL(url)
	return pathname + search
}
