import type { LoaderFunctionArgs } from '@remix-run/cloudflare'

/**
 * Whether this release can serve: its database answers, keeps foreign keys, has its migrations and takes writes. Beside
 * it what is switched off for want of a setting, without which the rest serves.
 */
export async function loader({ context }: LoaderFunctionArgs) {
	const { mail } = context
	const { release } = context.settings
	try {
		const readiness = await context.readReadiness()
		return answer({ ready: readiness.problem === null, release, mail, ...readiness })
	} catch {
		return answer({ ready: false, release, mail, problem: 'database_not_answering' })
	}
}

function answer(state: { ready: boolean } & Record<string, unknown>) {
	return Response.json(state, { status: state.ready ? 200 : 503, headers: { 'cache-control': 'no-store' } })
}
