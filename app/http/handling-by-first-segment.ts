import type { RequestHandler, ServerBuild } from '@remix-run/cloudflare'

/**
 * The app with a small table of routes for each first segment of an address ('booking'), instead of one for all. Remix
 * looks through its table five times a page and compiles every pattern each time: 12 % of a page's CPU (decision 012).
 * An address that begins with none of the segments as they are written goes through the whole table, which has the last
 * word on capitals and escapes.
 */
export function handlingByFirstSegment(
	build: ServerBuild,
	handlerOf: (build: ServerBuild) => RequestHandler,
): RequestHandler {
	const whole = handlerOf(build)
	const segments = new Set(Object.keys(build.routes).map((id) => firstSegmentOf(build, id)))
	// Each is made when it is first asked for: a cold start would wait for all of them.
	const handlers = new Map<string, RequestHandler>()
	return (request, context) => {
		const segment = new URL(request.url).pathname.split('/', 2)[1] ?? ''
		if (!segments.has(segment)) return whole(request, context)
		const handler = handlers.get(segment) ?? handlerOf(onlyBelow(build, segment))
		handlers.set(segment, handler)
		return handler(request, context)
	}
}

/** The build without the routes that begin with another segment. */
function onlyBelow(build: ServerBuild, segment: string): ServerBuild {
	const isKept = ([id]: [string, unknown]) => ['', segment].includes(firstSegmentOf(build, id))
	return {
		...build,
		routes: Object.fromEntries(Object.entries(build.routes).filter(isKept)),
		assets: {
			...build.assets,
			routes: Object.fromEntries(Object.entries(build.assets.routes).filter(isKept)),
		},
	}
}

/** Empty where a route's address begins with no fixed word: the root, the front page, what matches anything. */
function firstSegmentOf(build: ServerBuild, id: string): string {
	const route = build.routes[id]
	const above = route?.parentId === undefined ? '' : firstSegmentOf(build, route.parentId)
	const own = route?.path?.split('/', 1)[0] ?? ''
	return above || (/^[\w-]+$/.test(own) ? own : '')
}
