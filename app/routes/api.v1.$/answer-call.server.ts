import type { AppLoadContext } from '@remix-run/cloudflare'
import { writingDown } from '#app/flows/shop/writing-down.server.ts'
import { errorLine } from '#app/http/error-line.ts'
import { isUnavailable } from '#app/http/unavailable.ts'
import { type DatabaseError, isDatabaseError } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import type { WriteBatch } from '#app/kernel/write-batch.server.ts'
import { frameProblem, problemAnswer } from './api-problem.server.ts'
import { type Authorized, authorize } from './authorize.server.ts'
import { findCall } from './find-call.server.ts'
import { keepAnswer, repeatedAnswer, requestHashOf } from './idempotency.server.ts'
import { readBody, readValues } from './read-values.server.ts'
import type { Called, RefusedCall, ShopCall } from './shop-call.server.ts'

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

	let isWritten = false
	const called: Called<Record<string, string>, unknown, unknown> = {
		...{ ...values.value, params, key, caller, now, context, shopId: key.shop.id, actId: actId ?? '' },
		writing: (act) => ({
			...context,
			writeBatch: writesOf(context, authorized.value, { requestHash, act, now }, () => {
				isWritten = true
			}),
		}),
	}
	const outcome = await handled(call, called)
	if (outcome === 'key_ended') return frameProblem('key_not_known', {}, headers)
	const isDone = outcome !== 'act_done_already' && outcome.ok
	// What wrote nothing may be a repeat beside the first request of its key: only the first one's body is answered (F18).
	const beside = isChange && !isWritten ? await context.shopActs.answeredAct(called.actId) : null
	const isFirstUnanswered = beside?.requestHash === requestHash && beside.status === null
	if (beside && !(isDone && isFirstUnanswered))
		return repeatedAnswer(context, called.actId, beside, requestHash, headers)
	if (outcome === 'act_done_already') return frameProblem('busy', {}, headers)
	if (outcome.ok) return answered(call, called, outcome.value, headers)
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

/** Writes what the call does down in its first batch, as soon as it is known what that is. */
function writesOf(
	context: AppLoadContext,
	{ key, actId }: Authorized,
	{
		requestHash,
		act: done,
		now,
	}: { requestHash: string; act: Parameters<Called<never, never, never>['writing']>[0]; now: Instant },
	onWritten: () => void,
): WriteBatch {
	const writeBatch = Promise.resolve(done).then((act) =>
		writingDown(
			context,
			{
				...{ ...act, id: actId ?? '', requestId: context.requestId, requestHash },
				...{ shopId: key.shop.id, keyId: key.keyId, now },
			},
			onWritten,
		),
	)
	// A flow that refuses before it writes never asks for it.
	writeBatch.catch(() => {})
	return async (batch) => (await writeBatch)(batch)
}

async function answered(
	{ method, isCreated, contentType }: ShopCall,
	{ context, actId }: Pick<Called<never, never, never>, 'context' | 'actId'>,
	value: unknown,
	headers: Record<string, string>,
): Promise<Response> {
	const body = typeof value === 'string' ? value : JSON.stringify(value)
	const status = isCreated ? 201 : 200
	if (method !== 'GET') await keepAnswer(context, actId, { status, body })
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
