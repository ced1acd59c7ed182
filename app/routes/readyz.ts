import type { LoaderFunctionArgs } from '@remix-run/cloudflare'

/** Whether this release can serve: its database answers, keeps foreign keys, has its migrations and takes writes. */
export async function loader({ context }: LoaderFunctionArgs) {
	const release = context.settings.release
	try {
		const readiness = await context.readReadiness()
		return answer({ ready: readiness.problem === null, release, ...readiness })
	} catch {
		return answer({ ready: false, release, problem: 'database_not_answering' })
	}
}

function answer(state: { ready: boolean } & Record<string, unknown>) {
	return Response.json(state, { status: state.ready ? 200 : 503, headers: { 'cache-control': 'no-store' } })
}
