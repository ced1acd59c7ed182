import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { isUnavailable } from '#app/http/busy-answers.ts'
import { errorLine } from '#app/http/write-log.ts'
import { isDatabaseError } from '#app/kernel/database-error.ts'
import { ID_PATTERN } from '#app/kernel/id.server.ts'
import { frameProblem } from './api-problem.server.ts'
import { authorize } from './authorize.server.ts'
import { hashRequest, repeatedAnswer } from './idempotency.server.ts'
import { readBody } from './read-values.server.ts'
import type { ShopCall } from './shop-call.server.ts'
import { shopCalls } from './shop-calls.server.ts'

/** Answers any request under /api/v1; a failure is a problem too. */
export async function answerCall({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
	try {
		return await answer(request, `/${params['*'] ?? ''}`, context)
	} catch (error) {
		if (error instanceof Response) return frameProblem('malformed_json')
		if (isUnavailable(error)) return frameProblem('busy')
		const kind = isDatabaseError(error) ? error.kind : null
		context.log(`request ${context.requestId} failed: ${errorLine(error)}`)
		if (kind === 'busy') return frameProblem('busy')
		return frameProblem(kind === 'unknown' ? 'not_saved' : 'failed', {
			more: { request_id: context.requestId },
		})
	}
}

async function answer(request: Request, path: string, context: AppLoadContext): Promise<Response> {
	const found = findCall(request.method, path)
	if (found === null) return frameProblem('not_found')
	if ('allowed' in found) return frameProblem('method_not_allowed', {}, { allow: found.allowed.join(', ') })
	const { call, params } = found
	const isChange = call.method !== 'GET'
	// Far above one key's limit: stops a script before the database is read (W11).
	if (!(await context.passesEdgePostLimit()))
		return frameProblem('too_many_requests', { retryAfterSeconds: 60 })

	const now = context.now()
	const authorized = await authorize(request, context, now)
	if (!authorized.ok) return authorized.refusal
	const { key, actId, earlier, headers } = authorized.value
	if (!key.scopes.includes(call.scope))
		return frameProblem('scope_missing', { more: { scope: call.scope } }, headers)
	if (isChange && actId === null) return frameProblem('idempotency_key_missing', {}, headers)
	const body = await readBody(request)
	if (!body.ok) return frameProblem(body.refusal, {}, headers)
	const requestHash = hashRequest(request, body.value)
	if (isChange && earlier) return repeatedAnswer(context, actId ?? '', earlier, requestHash, headers)
	const { searchParams: search } = new URL(request.url)
	const standing = { requestHash, authorized: authorized.value, now, context }
	return call.respond({ params, search, text: body.value, ...standing })
}

/** The call and its path's values; for a wrong method the address's methods; null for an unknown address. */
export function findCall(
	method: string,
	path: string,
): { call: ShopCall; params: Record<string, string> } | { allowed: string[] } | null {
	const segments = path.split('/')
	const here = shopCalls.flatMap((call) => {
		const params = matchPath(call.path.split('/'), segments)
		return params ? [{ call, params }] : []
	})
	if (here.length === 0) return null
	const readMethod = method === 'HEAD' ? 'GET' : method
	return (
		here.find(({ call }) => call.method === readMethod) ?? { allowed: here.map(({ call }) => call.method) }
	)
}

/** Null for another path. The first match counts: the list has a fixed path before one with a parameter. */
function matchPath(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
	if (pattern.length !== segments.length) return null
	const params: Record<string, string> = {}
	for (const [i, part] of pattern.entries()) {
		const segment = segments[i] ?? ''
		if (!part.startsWith('{')) {
			if (part !== segment) return null
		} else if (ID_PATTERN.test(segment)) params[part.slice(1, -1)] = segment
		else return null
	}
	return params
}
