import type { AppLoadContext } from '@remix-run/cloudflare'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import type { AnsweredAct } from '#app/domain/shops/shop-act-repository.server.ts'
import { errorLine } from '#app/http/write-log.ts'
import { frameProblem } from './api-problem.server.ts'

/** The act id of the Idempotency-Key; null without a valid key. */
export function readActId(request: Request, secretHash: string): string | null {
	const sent = request.headers.get('idempotency-key') ?? ''
	return /^[\w-]{8,64}$/.test(sent) ? hashSecretToken(`${secretHash}:${sent}`) : null
}

/** Tells apart two requests with one key. */
export function hashRequest({ method, url }: Request, body: string): string {
	const { pathname, search } = new URL(url)
	return hashSecretToken(`${method} ${pathname}${search}\n${body}`)
}

/** Replaces a secret in a stored answer: a stolen table of acts has none (S36). */
const KEPT_SECRET = 'whsec_kept_elsewhere'

/** The stored answer to a used key, with whether another request made it; or a refusal. */
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
 * Stores a change's answer before it is sent, so that a request may be repeated. Returns the act where another answer
 * is stored or another request of the key made the change. A failure to store is ignored where the act is known to be
 * of this body; else 'not_saved'.
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
		// A flow that finds its change done wrote nothing: a request with another body may have made the change.
		const act = await shopActs.answeredAct(actId).catch(() => 'not_saved' as const)
		if (act === 'not_saved') return act
		return act && act.requestHash !== answer.requestHash ? act : null
	}
}
