import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { KIOSK_LINK_MS } from '#app/domain/shops/access-key.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { ShopScope } from '#app/kernel/vocabulary/shops.ts'
import { refusalOfWrite, type Statement, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Deps = Pick<Repositories, 'shops' | 'messaging' | 'writeBatch'>
type Shop = { id: string; name: string }
type Written<Value, Refusal = never> = Promise<Outcome<Value, Refusal | WriteFailure>>

/**
 * The operator makes a link that opens one device as the shop's kiosk, once, within 24 hours. Gives its token, which is
 * kept nowhere. It is written down, and the shop is told by mail.
 */
export async function inviteKiosk(
	deps: Deps,
	{ shop, name, now }: { shop: Shop; name: string; now: Instant },
): Written<{ token: string; expiresAt: Instant }> {
	const token = newSecretToken()
	const tokenHash = hashSecretToken(token)
	const expiresAt = now + KIOSK_LINK_MS
	return written(
		deps,
		[
			...toldAndWrittenDown(deps, shop, { change: 'invited', keyName: name, subjectId: shop.id, now }),
			deps.shops.accessKeys.insertLink({ tokenHash, shopId: shop.id, name, expiresAt, now }),
		],
		{ token, expiresAt },
	)
}

/** The operator makes an API key. Gives its secret, which is shown once and kept as a hash alone. */
export async function issueApiKey(
	deps: Deps,
	{ shop, name, scopes, now }: { shop: Shop; name: string; scopes: readonly ShopScope[]; now: Instant },
): Written<{ keyId: string; secret: string }> {
	const keyId = newId()
	const secret = newSecretToken()
	return written(
		deps,
		[
			...toldAndWrittenDown(deps, shop, { change: 'issued', keyName: name, subjectId: keyId, now }),
			deps.shops.accessKeys.insertKey({
				id: keyId,
				shopId: shop.id,
				kind: 'api',
				name,
				scopes,
				secretHash: hashSecretToken(secret),
				now,
			}),
		],
		{ keyId, secret },
	)
}

/** The operator ends a key of a shop: it opens nothing any more. Refuses 'key_not_found', and 'key_ended' already. */
export async function endAccessKey(
	deps: Deps,
	{ shop, keyId, now }: { shop: Shop; keyId: string; now: Instant },
): Written<{ name: string }, 'key_not_found' | 'key_ended'> {
	const key = (await deps.shops.accessKeys.keysOfShop(shop.id)).find((one) => one.keyId === keyId)
	if (!key) return refused('key_not_found')
	if (key.endedAt !== null) return refused('key_ended')
	return written(
		deps,
		[
			...toldAndWrittenDown(deps, shop, { change: 'ended', keyName: key.name, subjectId: keyId, now }),
			deps.shops.accessKeys.endKey(keyId, 'revoked', now),
		],
		{ name: key.name },
	)
}

function toldAndWrittenDown(
	{ shops: { shopActs }, messaging: { shopNotices } }: Deps,
	shop: Shop,
	{
		change,
		keyName,
		subjectId,
		now,
	}: { change: 'invited' | 'issued' | 'ended'; keyName: string; subjectId: string; now: Instant },
): Statement[] {
	const actId = newId()
	return [
		...shopActs.insertAct({
			id: actId,
			requestId: actId,
			shopId: shop.id,
			keyId: null,
			kind: change === 'ended' ? 'key_ended' : 'key_issued',
			subjectId,
			summary: change === 'invited' ? `Kiosk link "${keyName}"` : `Key "${keyName}"`,
			now,
		}),
		shopNotices.insertShopNotice({
			kind: 'shop_key_changed',
			shopId: shop.id,
			shopName: shop.name,
			onceFor: actId,
			change,
			keyName,
			now,
		}),
	]
}

async function written<Value>(deps: Deps, statements: Statement[], value: Value): Written<Value> {
	try {
		await deps.writeBatch(statements)
		return accepted(value)
	} catch (error) {
		return refused(refusalOfWrite(error, {}))
	}
}
