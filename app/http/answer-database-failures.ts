import type { ServerBuild } from '@remix-run/cloudflare'
import { unavailable } from './unavailable.ts'

type Action = NonNullable<ServerBuild['routes'][string]>['module']['action']

/**
 * The app with a net under each of its forms: a write that got no answer, and that no flow has worded, is the 503 page
 * with its way to try again, never a 500. (Reads are answered so by the load context.)
 */
export function answeringDatabaseFailures(build: ServerBuild): ServerBuild {
	const routes = Object.entries(build.routes).map(([id, route]) => {
		if (!route?.module.action) return [id, route]
		return [id, { ...route, module: { ...route.module, action: answering(route.module.action) } }]
	})
	return { ...build, routes: Object.fromEntries(routes) }
}

function answering(action: NonNullable<Action>): NonNullable<Action> {
	return async (args) => {
		try {
			return await action(args)
		} catch (error) {
			if (!isUnansweredWrite(error)) throw error
			console.error(`request ${args.context.requestId} was not answered: ${error.message}`)
			throw unavailable()
		}
	}
}

/** A DatabaseError by its name and kind: this floor knows nothing of the database. */
export function isUnansweredWrite(error: unknown): error is Error {
	if (!(error instanceof Error) || error.name !== 'DatabaseError' || !('kind' in error)) return false
	return error.kind === 'busy' || error.kind === 'unknown'
}
