import type { AppLoadContext } from '@remix-run/cloudflare'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import type { AnsweredAct } from '#app/domain/shops/shop-act-repository.server.ts'
import { errorLine } from '#app/http/error-line.ts'
import { frameProblem } from './api-problem.server.ts'

/** The id of the act that a request with this Idempotency-Key writes; null where it has none that could be one. */
export function actIdOf(request: Request, secretHash: string): string | null {
	const sent = request.headers.get('idempotency-key') ?? ''
	return /^[\w-]{8,64}$/.test(sent) ? hashSecretToken(`${secretHash}:${sent}`) : null
}

/** What a request asks, in short: another request with its key has another one. */
export function requestHashOf({ method, url }: Request, body: string): string {
	const { pathname, search } = new URL(url)
	return hashSecretToken(`${method} ${pathname}${search}\n${body}`)
}

/** Stands for a secret in an answer that is kept: a stolen table of acts has none (S36). */
const KEPT_SECRET = 'whsec_kept_elsewhere'

/** The answer to a request whose key was used: the one that was kept, with whether another request did it; or why. */
export async function repeatedAnswer(
	{ shops: { shopWebhooks }, requestId }: Pick<AppLoadContext, 'shops' | 'requestId'>,
	actId: string,
	{ requestId: doneBy, requestHash, status, body }: AnsweredAct,
	input: string,
	headers: Record<string, string>,
): Promise<Response> {
	if (requestHash !== input) return frameProblem('idempotency_key_reused', {}, headers)
	if (status === null || body === null)
		return frameProblem('answer_not_known', { retryAfterSeconds: 1 }, headers)
	const secret = body.includes(KEPT_SECRET) ? await shopWebhooks.secretOf(actId) : null
	return new Response(secret === null ? body : body.replace(KEPT_SECRET, secret), {
		status,
		headers: {
			...headers,
			'content-type': 'application/json',
			...(doneBy !== requestId && { 'idempotency-replayed': 'true' }),
		},
	})
}

/**
 * Keeps the answer of a change before it is sent, so that its reader may repeat the request. Gives the act where the
 * answer that was kept is another one, or where another request of its key made the change: its answer stands. One
 * that cannot be kept is sent where the act is known to be of this body: the change is made, and a repeat is told so.
 * 'not_saved' where that is not known either.
 */
export async function keepAnswer(
	{ shops: { shopActs }, writeBatch, log, requestId }: AppLoadContext,
	actId: string,
	answer: { requestHash: string; status: number; body: string },
): Promise<AnsweredAct | 'not_saved' | null> {
	try {
		const body = answer.body.replace(/whsec_[\w-]+/, KEPT_SECRET)
		const { kept, acts } = await writeBatch({
			kept: shopActs.keepAnswer(actId, { ...answer, body }),
			acts: shopActs.selectAnsweredAct(actId),
		})
		const [act] = acts
		return act && (kept === 0 || act.requestId !== requestId) ? act : null
	} catch (error) {
		log(`request ${requestId}: its answer is not kept: ${errorLine(error)}`)
		// A flow that finds its change made already has written nothing: another body may have made it.
		const act = await shopActs.answeredAct(actId).catch(() => 'not_saved' as const)
		if (act === 'not_saved') return act
		return act && act.requestHash !== answer.requestHash ? act : null
	}
}
