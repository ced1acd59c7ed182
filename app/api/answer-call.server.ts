import type { AppLoadContext } from '@remix-run/cloudflare'
import { errorLine } from '#app/http/error-line.ts'
import { isUnavailable } from '#app/http/unavailable.ts'
import { type DatabaseError, isDatabaseError } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import type { Alongside } from '#app/kernel/write-batch.server.ts'
import { frameProblem, problemAnswer } from './api-problem.server.ts'
import { type Authorized, authorize } from './authorize.server.ts'
import { findCall } from './find-call.server.ts'
import { keepAnswer, repeatedAnswer, requestHashOf } from './idempotency.server.ts'
import { readBody, readValues } from './read-values.server.ts'
import type { Called, DoneAct, RefusedCall, ShopCall } from './shop-call.server.ts'

/** The answer to any request under /api/v1; a failure is a problem too. */
export async function answerCall(request: Request, path: string, context: AppLoadContext): Promise<Response> {
	try {
		return await answer(request, path, context)
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
	// Far above what one key may send: a script is stopped before the database is asked (S3).
	if (!(await context.passesEdgePostLimit()))
		return frameProblem('too_many_requests', { retryAfterSeconds: 60 })

	const now = context.now()
	const authorized = await authorize(request, context, now)
	if (!authorized.ok) return authorized.refusal
	const { key, caller, actId, earlier, headers } = authorized.value
	if (!key.scopes.includes(call.scope))
		return frameProblem('scope_missing', { more: { scope: call.scope } }, headers)
	if (isChange && actId === null) return frameProblem('idempotency_key_missing', {}, headers)
	const body = await readBody(request)
	if (!body.ok) return frameProblem(body.refusal, {}, headers)
	const requestHash = requestHashOf(request, body.value)
	if (isChange && earlier) return repeatedAnswer(context, actId ?? '', earlier, requestHash, headers)
	const values = readValues(call, new URL(request.url).searchParams, body.value)
	if (!values.ok) return withHeaders(values.refusal, headers)

	const called: Called<Record<string, string>, unknown, unknown> = {
		...values.value,
		params,
		key,
		caller,
		now,
		context,
		shopId: key.shop.id,
		actId: actId ?? '',
		actOf: (act) => actOf(context, authorized.value, { requestHash, act, now }),
	}
	const outcome = await handled(call, called)
	if (outcome === 'key_ended') return frameProblem('key_not_known', {}, headers)
	if (outcome !== 'act_done_already' && outcome.ok)
		return answered(call, called, outcome.value, { requestHash, headers })
	// It may be a repeat beside the first request of its key: that one's answer stands (F18).
	const first = isChange ? await context.shopActs.answeredAct(called.actId) : null
	if (first) return repeatedAnswer(context, called.actId, first, requestHash, headers)
	if (outcome === 'act_done_already') return frameProblem('busy', {}, headers)
	return refusedAnswer(call, outcome.refusal, headers)
}

/** What the call gives, or the word by which its act was refused, which no flow knows of. */
async function handled(call: ShopCall, called: unknown): Promise<Outcome<unknown, RefusedCall> | ActRefusal> {
	try {
		return await call.handle(called as Called<never, never, never>)
	} catch (error) {
		if (isDatabaseError(error) && isActRefusal(error)) return error.rule
		throw error
	}
}

type ActRefusal = 'act_done_already' | 'key_ended'
function isActRefusal(error: DatabaseError): error is DatabaseError & { rule: ActRefusal } {
	return error.rule === 'act_done_already' || error.rule === 'key_ended'
}

/** What writes the act of a call down, as soon as it is known what that is. */
function actOf(
	{ shopActs, requestId }: AppLoadContext,
	{ key, actId }: Authorized,
	{ requestHash, act, now }: { requestHash: string; act: DoneAct | Promise<DoneAct>; now: Instant },
): Alongside {
	const by = { id: actId ?? '', requestId, requestHash, shopId: key.shop.id, keyId: key.keyId, now }
	if (!(act instanceof Promise)) return shopActs.insertAct({ ...by, ...act })
	const alongside = act.then((found) => shopActs.insertAct({ ...by, ...found }))
	// A flow that refuses before it writes never asks for it.
	alongside.catch(() => {})
	return alongside
}

async function answered(
	{ method, isCreated, contentType }: ShopCall,
	{ context, actId }: Pick<Called<never, never, never>, 'context' | 'actId'>,
	value: unknown,
	{ requestHash, headers }: { requestHash: string; headers: Record<string, string> },
): Promise<Response> {
	const body = typeof value === 'string' ? value : JSON.stringify(value)
	const status = isCreated ? 201 : 200
	// Only the body of the first request of its key is answered (F18).
	const first = method === 'GET' ? null : await keepAnswer(context, actId, { requestHash, status, body })
	if (first) return repeatedAnswer(context, actId, first, requestHash, headers)
	return new Response(body, {
		status,
		headers: { ...headers, 'content-type': contentType ?? 'application/json' },
	})
}

function refusedAnswer(call: ShopCall, refusal: RefusedCall, headers: Record<string, string>): Response {
	const { code } = refusal
	if (code === 'busy' || code === 'not_saved') return frameProblem(code, {}, headers)
	const status = call.refusals[code]
	if (status === undefined) throw new Error(`${call.method} ${call.path} declares no refusal '${code}'`)
	return problemAnswer(status, refusal, headers)
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
	for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
	return response
}
