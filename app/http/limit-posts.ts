import { data, type ServerBuild } from '@remix-run/cloudflare'

type Action = NonNullable<ServerBuild['routes'][string]>['module']['action']

/** Posted to by Paystack, whose few addresses send the events of everybody. */
const UNLIMITED_ROUTE = 'routes/webhooks.paystack'

/**
 * The app with a limit in front of each of its actions: one network's posts of a minute, as the platform counts them. It
 * is far above what a busy mobile network sends, and stops a script before the database is asked (S3). 429 with Retry-After.
 */
export function limitingPosts(build: ServerBuild): ServerBuild {
	const routes = Object.entries(build.routes).map(([id, route]) => {
		if (!route?.module.action || id === UNLIMITED_ROUTE) return [id, route]
		return [id, { ...route, module: { ...route.module, action: limited(route.module.action) } }]
	})
	return { ...build, routes: Object.fromEntries(routes) }
}

function limited(action: NonNullable<Action>): NonNullable<Action> {
	return async (args) => {
		if (await args.context.passesEdgePostLimit()) return action(args)
		throw data(null, { status: 429, headers: { 'retry-after': '60' } })
	}
}
