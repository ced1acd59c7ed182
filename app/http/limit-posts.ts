import type { ServerBuild } from '@remix-run/cloudflare'
import { POSTS_WAIT, tooManyRequests } from './too-many-requests.ts'

type Action = NonNullable<ServerBuild['routes'][string]>['module']['action']

/** Paystack posts everyone's events from few addresses; the shop's API asks for the limit itself, and words it. */
const UNLIMITED_ROUTES = ['routes/webhooks.paystack', 'routes/api.v1.$']

/**
 * The app with a limit in front of each of its actions: one network's posts of a minute, as the platform counts them.
 * It is far above what a busy mobile network sends, and stops a script before the database is asked (W11). 429 with
 * Retry-After.
 */
export function limitingPosts(build: ServerBuild): ServerBuild {
	const routes = Object.entries(build.routes).map(([id, route]) => {
		if (!route?.module.action || UNLIMITED_ROUTES.includes(id)) return [id, route]
		return [id, { ...route, module: { ...route.module, action: limited(route.module.action) } }]
	})
	return { ...build, routes: Object.fromEntries(routes) }
}

function limited(action: NonNullable<Action>): NonNullable<Action> {
	return async (args) => {
		if (await args.context.passesEdgePostLimit()) return action(args)
		throw tooManyRequests(POSTS_WAIT)
	}
}
