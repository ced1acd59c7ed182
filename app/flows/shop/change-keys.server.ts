import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { KIOSK_LINK_MS } from '#app/domain/shops/access-key.ts'
import type { DeviceOf, ListedAccessKey } from '#app/domain/shops/access-key-repository.server.ts'
import { deviceWords } from '#app/domain/shops/kiosk-words.ts'
import type { ShopAct } from '#app/domain/shops/shop-act-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import type { ShopScope } from '#app/kernel/vocabulary/shops.ts'
import {
	type Statement,
	type WriteFailure,
	writeIdempotent,
	writeOrRefuse,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Deps = Pick<Repositories, 'shops' | 'messaging' | 'writeBatch'>
type Shop = { id: string; name: string }
type Written<Value, Refusal = never> = Promise<Outcome<Value, Refusal | WriteFailure>>

/** The owner's act, whose id a repeat has too; the operator has none. */
export type OwnerAct = {
	actId: string
	keyId: string
	actOf: (act: Pick<ShopAct, 'kind' | 'subjectId' | 'summary'>) => Statement[]
}

/**
 * Makes a link that opens one device of the shop in a role, once, within 24 hours: the operator for any, an owner for a
 * desk or a person. Gives its token, stored as a hash; a repeat passes its `token`. The shop is mailed. Refuses
 * 'person_gone', and 'too_many_links' with ten unopened links of owners within a day.
 */
export async function inviteDevice(
	deps: Deps,
	input: { shop: Shop; name: string; token?: string; by?: OwnerAct; now: Instant } & DeviceOf,
): Written<{ token: string; expiresAt: Instant }, 'person_gone' | 'too_many_links'> {
	const { shop, name, token = newSecretToken(), by, now, ...device } = input
	const tokenHash = hashSecretToken(token)
	const expiresAt = now + KIOSK_LINK_MS
	return writeAccess(
		deps,
		[
			...recordedAndMailed(deps, shop, {
				change: 'invited',
				keyName: name,
				summary: `Link for ${deviceWords[device.role].inLine} ‘${name}’`,
				subjectId: shop.id,
				by,
				now,
			}),
			...deps.shops.accessKeys.insertLink({
				...{ tokenHash, shopId: shop.id, name, expiresAt, now },
				madeByKeyId: by?.keyId ?? null,
				...device,
			}),
		],
		{ token, expiresAt },
		{ person_gone: 'person_gone', too_many_links: 'too_many_links' },
	)
}

/**
 * Makes an API key, for the operator or an owner. Gives its secret, shown once and stored as a hash; a repeat passes
 * its `secret`. Refuses 'too_many_keys' where the shop has 20.
 */
export async function issueApiKey(
	deps: Deps,
	input: {
		shop: Shop
		name: string
		scopes: readonly ShopScope[]
		secret?: string
		by?: OwnerAct
		now: Instant
	},
): Written<{ keyId: string; secret: string }, 'too_many_keys'> {
	const { shop, name, scopes, secret = newSecretToken(), by, now } = input
	const keyId = by?.actId ?? newId()
	return writeAccess(
		deps,
		[
			...recordedAndMailed(deps, shop, {
				change: 'issued',
				keyName: name,
				summary: `Key ‘${name}’`,
				subjectId: keyId,
				by,
				now,
			}),
			deps.shops.accessKeys.refuseMoreApiKeys(shop.id, keyId),
			deps.shops.accessKeys.insertKey({
				id: keyId,
				shopId: shop.id,
				kind: 'api',
				name,
				scopes,
				secretHash: hashSecretToken(secret),
				madeByKeyId: by?.keyId ?? null,
				now,
			}),
		],
		{ keyId, secret },
		{ too_many_keys: 'too_many_keys' },
	)
}

export type EndKeyRefusal = 'key_not_found' | 'key_ended' | 'key_of_owner'

/** A key, or a device of a link, that the ended key made and that still opens something. */
type MadeKey = Pick<ListedAccessKey, 'keyId' | 'kind' | 'name'>

/**
 * Ends a key of a shop, and its links. The operator ends any, an owner no owner's ('key_of_owner'). Gives the keys that
 * it made; `withMade` ends them too. Refuses 'key_not_found', and 'key_ended' unless `withMade` still ends one.
 */
export async function endAccessKey(
	deps: Deps,
	input: { shop: Shop; keyId: string; withMade?: boolean; by?: OwnerAct; now: Instant },
): Written<{ name: string; made: MadeKey[] }, EndKeyRefusal> {
	const { shop, keyId, withMade = false, by, now } = input
	const { accessKeys } = deps.shops
	const keys = await accessKeys.keysOfShop(shop.id)
	const key = keys.find((one) => one.keyId === keyId)
	if (!key) return refused('key_not_found')
	const made = keys.filter(({ maker, endedAt }) => maker?.keyId === keyId && endedAt === null)
	const ending = withMade ? made : []
	if (key.endedAt !== null && ending.length === 0) return refused('key_ended')
	if (by && key.role === 'owner') return refused('key_of_owner')
	const ended = [...(key.endedAt === null ? [key] : []), ...ending]
	return writeAccess(
		deps,
		[
			...ended.flatMap((one) =>
				recordedAndMailed(deps, shop, {
					change: 'ended',
					keyName: one.name,
					summary: `Key ‘${one.name}’`,
					subjectId: one.keyId,
					by,
					now,
				}),
			),
			accessKeys.endKey(keyId, 'revoked', now),
			...(withMade ? [accessKeys.endKeysMadeBy(keyId, shop.id, now)] : []),
		],
		{ name: key.name, made: made.map(({ keyId, kind, name }) => ({ keyId, kind, name })) },
	)
}

/** Ends a waiting link. Refuses 'kiosk_link_used' where none waits. */
export async function endKioskLink(
	deps: Deps,
	{ shop, linkId, by, now }: { shop: Shop; linkId: string; by?: OwnerAct; now: Instant },
): Written<{ name: string }, 'kiosk_link_used'> {
	const link = (await deps.shops.accessKeys.waitingLinksOfShop(shop.id, now)).find(
		(one) => one.linkId === linkId,
	)
	if (!link) return refused('kiosk_link_used')
	return writeAccess(
		deps,
		[
			...recordedAndMailed(deps, shop, {
				change: 'ended',
				keyName: link.name,
				summary: `Link for ${deviceWords[link.role].inLine} ‘${link.name}’`,
				subjectId: shop.id,
				by,
				now,
			}),
			...deps.shops.accessKeys.endLink(linkId, shop.id, now),
		],
		{ name: link.name },
		{ kiosk_link_used: 'kiosk_link_used' },
	)
}

function recordedAndMailed(
	{ shops: { shopActs }, messaging: { shopNotices } }: Deps,
	shop: Shop,
	input: {
		change: 'invited' | 'issued' | 'ended'
		keyName: string
		summary: string
		subjectId: string
		by?: OwnerAct | undefined
		now: Instant
	},
): Statement[] {
	const { change, keyName, summary, subjectId, by, now } = input
	const act = { kind: change === 'ended' ? 'key_ended' : 'key_issued', subjectId, summary } as const
	const id = by?.actId ?? newId()
	return [
		...(by ? by.actOf(act) : shopActs.insertAct({ ...act, id, shopId: shop.id, now })),
		shopNotices.insertShopNotice({
			kind: 'shop_key_changed',
			shopId: shop.id,
			shopName: shop.name,
			onceFor: id,
			change,
			keyName,
			now,
		}),
	]
}

/** Writes a change of access to the shop; a repeat is harmless. */
export function writeAccess<Value, Refusal extends string = never>(
	deps: Pick<Repositories, 'writeBatch'>,
	statements: Statement[],
	value: Value,
	refusals: Readonly<Record<string, Refusal>> = {},
): Written<Value, Refusal> {
	return writeOrRefuse(value, () => writeIdempotent(deps.writeBatch, statements), refusals)
}
