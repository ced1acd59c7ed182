import type { AppLoadContext } from '@remix-run/cloudflare'
import { findCall } from '#app/api/answer-call.server.ts'
import { readActId, repeatedAnswer } from '#app/api/idempotency.server.ts'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { RequestDeps } from '../request.ts'
import { programKeyHash } from '../town-programs.ts'

const API_URL = 'https://wakati.example/api/v1'

/** A change or a read of a shop's program; a change has its Idempotency-Key. */
export type ProgramCall = {
	shopId: string
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
	path: string
	query?: string
	body?: object
	idempotencyKey?: string
	/** Of another key than the shop's first one. */
	secretHash?: string
}
export type ProgramAnswer = { status: number; body: string }

/** By hand: the id of the act that a change writes. */
export const actIdOfKey = (shopId: string, idempotencyKey: string, secretHash = programKeyHash(shopId)) =>
	hashSecretToken(`${secretHash}:${idempotencyKey}`)

/**
 * A request of a shop's program, as the API answers it behind its key: the same calls, in the same order. It leaves out
 * what only HTTP has: the bearer's token, its rate limit and the limits of a body.
 */
export async function callApi(
	deps: RequestDeps,
	{
		shopId,
		method,
		path,
		query = '',
		body,
		idempotencyKey,
		secretHash = programKeyHash(shopId),
	}: ProgramCall,
	now: Instant,
): Promise<ProgramAnswer | null> {
	const found = findCall(method, path)
	if (!found || !('call' in found)) throw new Error(`there is no call ${method} ${path}`)
	const { call, params } = found
	const caller = { secretHash, kind: 'api' as const }
	const actId =
		idempotencyKey === undefined
			? null
			: readActId(new Request(API_URL, { headers: { 'idempotency-key': idempotencyKey } }), secretHash)
	const [key, earlier] = await Promise.all([
		deps.shops.accessKeys.keyOf(caller),
		actId === null ? null : deps.shops.shopActs.answeredAct(actId),
	])
	if (!key) return null
	const text = body === undefined ? '' : JSON.stringify(body)
	const requestHash = hashSecretToken(`${method} ${path}${query}\n${text}`)
	const requestId = newId()
	// A context has more than this, which no call of the API asks for.
	const context = { ...deps, requestId, url: API_URL } as unknown as AppLoadContext
	const answer =
		actId !== null && earlier
			? await repeatedAnswer(context, actId, earlier, requestHash, {})
			: await call.respond({
					params,
					search: new URLSearchParams(query),
					text,
					requestHash,
					authorized: { key, caller, actId, earlier, headers: {} },
					now,
					context,
				})
	return { status: answer.status, body: await answer.text() }
}
