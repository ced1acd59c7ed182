import type { ServerBuild } from '@remix-run/cloudflare'
import { withModules } from './around-remix.ts'
import { POSTS_WAIT, tooManyRequests } from './busy-answers.ts'

type Action = NonNullable<ServerBuild['routes'][string]>['module']['action']

/** Paystack posts from few addresses; the API applies the limit itself, in its own words. */
const UNLIMITED_ROUTES = ['routes/webhooks.paystack', 'routes/api.v1.$']

/**
 * Limits each network's posts of a minute, as the platform counts them (W11). It stops a script before the database is
 * read.
 */
export function limitingPosts(build: ServerBuild): ServerBuild {
	return withModules(build, (module, id) =>
		module.action && !UNLIMITED_ROUTES.includes(id) ? { ...module, action: limited(module.action) } : module,
	)
}

function limited(action: NonNullable<Action>): NonNullable<Action> {
	return async (args) => {
		if (await args.context.passesEdgePostLimit()) return action(args)
		throw tooManyRequests(POSTS_WAIT)
	}
}
