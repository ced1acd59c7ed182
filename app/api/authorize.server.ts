import type { AppLoadContext } from '@remix-run/cloudflare'
import { rateLimitRules, retrySeconds } from '#app/domain/identity/rate-limit.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { type AccessKey, SEEN_EVERY_MS, tokenOfBearer } from '#app/domain/shops/access-key.ts'
import type { AnsweredAct } from '#app/domain/shops/shop-act-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { frameProblem } from './api-problem.server.ts'
import { readActId } from './idempotency.server.ts'

/** The shop and key of a request, and the earlier use of its Idempotency-Key. */
export type Authorized = {
	key: AccessKey
	caller: ShopCaller
	/** Null without a valid Idempotency-Key. */
	actId: string | null
	earlier: AnsweredAct | null
	/** RateLimit-… of the answer. */
	headers: Record<string, string>
}

/** Keys that were valid in this isolate: they are counted and looked up in one trip (W26). */
const provenKeys = new Set<string>()
const MOST_PROVEN_KEYS = 10_000

/**
 * Looks up and counts a request's key. An invented key causes a read and no write (S37). Cookies are not read. Refuses
 * with 401 for no valid key, 429 for too many requests.
 */
export async function authorize(
	request: Request,
	context: AppLoadContext,
	now: Instant,
): Promise<Outcome<Authorized, Response>> {
	const token = tokenOfBearer(request.headers.get('authorization'))
	if (token === null) return refused(frameProblem('key_missing', {}, challenge))
	const { accessKeys, shopActs } = context.shops
	const { rateLimits } = context.identity
	const { writeBatch } = context
	const secretHash = hashSecretToken(token)
	const caller: ShopCaller = { secretHash, kind: 'api' }
	if (!provenKeys.has(secretHash) && (await accessKeys.keyOf(caller)) === null)
		return refused(frameProblem('key_not_known', {}, challenge))
	const actId = readActId(request, secretHash)
	const [counted, standing] = rateLimits.recordKeyRequest(secretHash, now)
	const found = await writeBatch({
		counted,
		standing,
		keys: accessKeys.selectKeyOf(caller),
		acts: shopActs.selectAnsweredAct(actId ?? ''),
	})
	const [key] = found.keys
	if (!key) {
		provenKeys.delete(secretHash)
		return refused(frameProblem('key_not_known', {}, challenge))
	}
	if (provenKeys.size < MOST_PROVEN_KEYS) provenKeys.add(secretHash)
	const headers = limitHeaders(found.standing[0], now)
	if (!isWithinLimit(found.counted)) {
		const retryAfterSeconds = Number(headers['ratelimit-reset'])
		return refused(frameProblem('too_many_requests', { retryAfterSeconds }, headers))
	}
	if (key.lastSeenAt === null || key.lastSeenAt <= now - SEEN_EVERY_MS)
		context.waitUntil(writeBatch([accessKeys.markSeen(key.keyId, now)]).catch(() => {}))
	return accepted({ key, caller, actId, earlier: found.acts[0] ?? null, headers })
}

const challenge = { 'www-authenticate': 'Bearer realm="wakati"' }

function limitHeaders(
	standing: { attempts: number; expiresAt: Instant } | undefined,
	now: Instant,
): Record<string, string> {
	const { freeAttempts } = rateLimitRules['api-key']
	return {
		'ratelimit-limit': String(freeAttempts),
		'ratelimit-remaining': String(Math.max(0, freeAttempts - (standing?.attempts ?? 0))),
		'ratelimit-reset': String(retrySeconds(standing?.expiresAt ?? now, now)),
	}
}
