import type { AppLoadContext } from '@remix-run/cloudflare'
import type { ShopAct } from '#app/domain/shops/shop-act-repository.server.ts'
import { type DatabaseError, isDatabaseError } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import type { Alongside } from '#app/kernel/write-batch.server.ts'
import { frameProblem, problemAnswer, type RefusedCall } from './api-problem.server.ts'
import type { Authorized } from './authorize.server.ts'
import { keepAnswer, repeatedAnswer } from './idempotency.server.ts'

/** A call's request with an authorized key; its values are not read yet. */
export type CallRequest = {
	params: Record<string, string>
	search: URLSearchParams
	/** '' for none. */
	text: string
	requestHash: string
	authorized: Authorized
	now: Instant
	context: AppLoadContext
}

export type AnswerRules = {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
	/** '/services/{serviceId}', under '/api/v1'. */
	path: string
	/** Success answers 201, else 200. */
	isCreated?: true
	/** 'text/csv': the answer is text. */
	contentType?: 'text/csv'
	/** Each refusal of the flow, with its status. Every call also has `frameProblem`'s. */
	refusals: Readonly<Record<string, 400 | 404 | 409 | 422 | 429>>
}

/** A call's value, its refusal, or the earlier answer to its Idempotency-Key. */
export async function answerOutcome(
	rules: AnswerRules,
	request: CallRequest,
	handle: () => Promise<Outcome<unknown, RefusedCall>>,
): Promise<Response> {
	const { authorized, context } = request
	const { headers, actId } = authorized
	const outcome = await handled(handle)
	if (outcome === 'key_ended') return frameProblem('key_not_known', {}, headers)
	if (outcome !== 'act_done_already' && outcome.ok) return doneAnswer(rules, request, outcome.value)
	// A simultaneous request with the same key may have won: its answer stands (F18).
	const first = rules.method === 'GET' ? null : await context.shops.shopActs.answeredAct(actId ?? '')
	if (first) return repeatedAnswer(context, actId ?? '', first, request.requestHash, headers)
	if (outcome === 'act_done_already') return frameProblem('busy', {}, headers)
	return refusedAnswer(rules, outcome.refusal, headers)
}

/** For the list of the shop's acts. */
export type DoneAct = Pick<ShopAct, 'kind' | 'subjectId' | 'summary'>

export function recordAct(input: CallRequest, act: DoneAct | Promise<DoneAct>): Alongside {
	const { key, actId } = input.authorized
	const { shopActs } = input.context.shops
	const { requestId } = input.context
	const { requestHash, now } = input
	const by = { id: actId ?? '', requestId, requestHash, shopId: key.shop.id, keyId: key.keyId, now }
	if (!(act instanceof Promise)) return shopActs.insertAct({ ...by, ...act })
	const alongside = act.then((found) => shopActs.insertAct({ ...by, ...found }))
	// A flow that refuses before its write never awaits this promise.
	alongside.catch(() => {})
	return alongside
}

type ActRefusal = 'act_done_already' | 'key_ended'

/** The call's result, or the constraint that refused its act. Flows leave this constraint to their caller. */
async function handled(
	handle: () => Promise<Outcome<unknown, RefusedCall>>,
): Promise<Outcome<unknown, RefusedCall> | ActRefusal> {
	try {
		return await handle()
	} catch (error) {
		if (isDatabaseError(error) && isActRefusal(error)) return error.rule
		throw error
	}
}

function isActRefusal(error: DatabaseError): error is DatabaseError & { rule: ActRefusal } {
	return error.rule === 'act_done_already' || error.rule === 'key_ended'
}

async function doneAnswer(
	{ method, isCreated, contentType }: AnswerRules,
	{ context, requestHash, authorized: { actId, headers } }: CallRequest,
	value: unknown,
): Promise<Response> {
	const body = typeof value === 'string' ? value : JSON.stringify(value)
	const status = isCreated ? 201 : 200
	// An Idempotency-Key answers only its first request's body (F18).
	const kept = { requestHash, status, body }
	const first = method === 'GET' ? null : await keepAnswer(context, actId ?? '', kept)
	if (first === 'not_saved') return frameProblem(first, {}, headers)
	if (first) return repeatedAnswer(context, actId ?? '', first, requestHash, headers)
	return new Response(body, {
		status,
		headers: { ...headers, 'content-type': contentType ?? 'application/json' },
	})
}

function refusedAnswer(
	{ method, path, refusals }: AnswerRules,
	refusal: RefusedCall,
	headers: Record<string, string>,
): Response {
	const { code } = refusal
	if (code === 'busy' || code === 'not_saved') return frameProblem(code, {}, headers)
	const status = refusals[code]
	if (status === undefined) throw new Error(`${method} ${path} declares no refusal '${code}'`)
	return problemAnswer(status, refusal, headers)
}
