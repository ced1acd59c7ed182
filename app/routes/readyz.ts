import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { isSameText } from '#app/kernel/signed.server.ts'

/** How long an isolate repeats its answer to strangers, so that polling costs the database nothing. */
const CACHED_MS = 5_000

type Report = { ready: boolean; problems: readonly string[] } & Record<string, unknown>

let last: { report: Report; at: number } | undefined

/**
 * Whether this release can serve: its database answers, enforces foreign keys, is migrated, and took the last probe's
 * write. Strangers learn yes or no (S21). The operators' key asks afresh, and shows problems, waiting work, each
 * job's last success, and features without their setting.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const isOperator = hasReadyzKey(request, context.settings.readyzKey)
	if (isOperator || last === undefined || context.now() - last.at >= CACHED_MS) {
		last = { report: await report(context), at: context.now() }
	}
	const { ready } = last.report
	const headers = { 'cache-control': 'no-store' }
	return Response.json(isOperator ? last.report : { ready }, { status: ready ? 200 : 503, headers })
}

async function report({ settings, mail, readReadiness, readReplicaState }: AppLoadContext): Promise<Report> {
	const { release, paymentsProblem, pushProblem } = settings
	const known = {
		release,
		mail,
		payments: settings.payments?.mode ?? paymentsProblem ?? 'off',
		push: settings.push ? 'on' : (pushProblem ?? 'off'),
	}
	try {
		const [readiness, replica] = await Promise.all([readReadiness(), readReplicaState()])
		return {
			ready: readiness.problems.length === 0,
			...known,
			...readiness,
			...(replica && { replica: { ...replica, ...replicaLag(replica, readiness) } }),
		}
	} catch {
		return { ready: false, ...known, problems: ['database_not_answering'] }
	}
}

type Probed = { lastWriteProbe: string | null }

/** How far the replica lags, by the minute's write probe. Pages skip a lagging replica. */
function replicaLag(replica: Probed, primary: Probed): { behindSeconds: number | null } {
	if (replica.lastWriteProbe === null || primary.lastWriteProbe === null) return { behindSeconds: null }
	const behindMs = Date.parse(primary.lastWriteProbe) - Date.parse(replica.lastWriteProbe)
	return { behindSeconds: Math.max(0, Math.round(behindMs / 1_000)) }
}

/** Compares `Authorization: Bearer` with the operators' key; false without a key. */
function hasReadyzKey(request: Request, key: string | null): boolean {
	const given = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
	if (key === null || given === undefined) return false
	return isSameText(given, key)
}
