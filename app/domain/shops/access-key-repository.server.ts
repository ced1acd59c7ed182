import { and, eq, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { AccessKeyEnding, DeviceRole, ShopCaller, ShopScope } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, json, nullable, pickColumns, rows, rowsOrNull, text } from '#db/row.server.ts'
import { shops, staffMembers } from '#db/schema/discovery.ts'
import { accessKeys, kioskLinks } from '#db/schema/shops.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import {
	first,
	insertFrom,
	insertNewRow,
	placeholder,
	preparedSelect,
	updateWhere,
} from '#db/statement.server.ts'
import { type AccessKey, MAX_WRONG_PINS, MOST_API_KEYS, MOST_UNOPENED_LINKS } from './access-key.ts'

/** What a device may do; a person's device names its person. */
export type DeviceOf =
	| { role: Exclude<DeviceRole, 'person'>; staffMemberId?: null }
	| { role: 'person'; staffMemberId: string }

/** `secretHash` is all that is kept of the key's secret. */
export type NewAccessKey = {
	id: string
	shopId: string
	name: string
	secretHash: string
	/** The owner's device that makes it; left out: the operator. */
	madeByKeyId?: string | null
	now: Instant
} & ({ kind: 'api'; scopes: readonly ShopScope[] } | ({ kind: 'kiosk'; pinHash: string } & DeviceOf))

const staffName = sql`trim(${staffMembers.firstName} || ' ' || ${staffMembers.lastName})`

/** The person of a key or a link, while they work at its shop. */
const withPerson = (owner: typeof accessKeys | typeof kioskLinks) =>
	sql`LEFT JOIN ${staffMembers} ON ${staffMembers.id} = ${owner.staffMemberId} AND ${staffMembers.isActive} = 1`
/** A person's key or link opens nothing without its person. */
const hasItsPerson = (owner: typeof accessKeys | typeof kioskLinks) =>
	sql`(${owner.role} <> 'person' OR ${staffMembers.id} IS NOT NULL)`
/** A link ends by hand, and with the device that made it (docs/decisions/107). */
const isLinkLive = sql`(${kioskLinks.endedAt} IS NULL AND NOT EXISTS (
	SELECT 1 FROM ${accessKeys} maker WHERE maker.id = ${kioskLinks.madeByKeyId} AND maker.ended_at IS NOT NULL))`

const keyOfSecret = preparedSelect<AccessKey>(
	rows({
		keyId: accessKeys.id,
		...pickColumns(accessKeys, 'kind', 'role', 'name'),
		scopes: json<ShopScope[]>(sql`${accessKeys.scopes}`),
		...pickColumns(accessKeys, 'pinHash', 'wrongOwnerPins', 'lockCount', 'lastSeenAt'),
		shop: rows(pickColumns(shops, 'id', 'name', 'slug', 'timeZone')),
		person: rowsOrNull(
			'id',
			rows({
				id: staffMembers.id,
				name: text(staffName),
				lastDay: staffMembers.lastDay,
			}),
		),
	}),
	() => sql`FROM ${accessKeys} JOIN ${shops} ON ${shops.id} = ${accessKeys.shopId} ${withPerson(accessKeys)}
		WHERE ${accessKeys.secretHash} = ${placeholder('secretHash')} AND ${accessKeys.kind} = ${placeholder('kind')}
			AND ${accessKeys.endedAt} IS NULL AND ${hasItsPerson(accessKeys)}`,
)

const listedAccessKeyRow = rows({
	keyId: accessKeys.id,
	...pickColumns(accessKeys, 'kind', 'role', 'name'),
	scopes: json<ShopScope[]>(sql`${accessKeys.scopes}`),
	...pickColumns(accessKeys, 'createdAt', 'lastSeenAt', 'endedAt', 'ending'),
	/** False where the person of a device no longer works there: it opens nothing. */
	hasItsPerson: flag(hasItsPerson(accessKeys)),
	/** The owner's device that made the key or its link; null: the operator. */
	maker: rowsOrNull(
		'keyId',
		rows({
			keyId: text(sql`maker.id`),
			name: text(sql`maker.name`),
			isEnded: flag(sql`maker.ended_at IS NOT NULL`),
		}),
	),
})
/** A key in a list of its shop or the operator; it opens nothing. */
export type ListedAccessKey = ReturnType<typeof listedAccessKeyRow.read>

const listedKeys = (shopId: SQL) =>
	preparedSelect(
		listedAccessKeyRow,
		() => sql`FROM ${accessKeys} ${withPerson(accessKeys)} LEFT JOIN ${accessKeys} maker ON maker.id = ${accessKeys.madeByKeyId}
			WHERE ${accessKeys.shopId} = ${shopId} ORDER BY ${accessKeys.createdAt} DESC, ${accessKeys.id}`,
	)
const keysOfShop = listedKeys(sql`${placeholder('shopId')}`)
const keysOfCaller = listedKeys(callingShopId(shopCallerPlaceholders))

const waitingLinkRow = rows({
	linkId: kioskLinks.tokenHash,
	...pickColumns(kioskLinks, 'name', 'role', 'expiresAt'),
	makerName: nullable(text(sql`maker.name`)),
})
/** A link that no device has opened; its id opens nothing. */
export type WaitingLink = ReturnType<typeof waitingLinkRow.read>

const waitingLinks = (shopId: SQL) =>
	preparedSelect(
		waitingLinkRow,
		() => sql`FROM ${kioskLinks} ${withPerson(kioskLinks)} LEFT JOIN ${accessKeys} maker ON maker.id = ${kioskLinks.madeByKeyId}
			WHERE ${kioskLinks.shopId} = ${shopId} AND ${kioskLinks.expiresAt} > ${placeholder('at')} AND ${kioskLinks.keyId} IS NULL
				AND ${isLinkLive} AND ${hasItsPerson(kioskLinks)} ORDER BY ${kioskLinks.expiresAt} DESC, ${kioskLinks.tokenHash}`,
	)
const waitingLinksOfShop = waitingLinks(sql`${placeholder('shopId')}`)
const waitingLinksOfCaller = waitingLinks(callingShopId(shopCallerPlaceholders))

const kioskLinkRow = rows({
	...pickColumns(kioskLinks, 'name', 'role', 'expiresAt', 'keyId'),
	shop: rows({ id: shops.id, name: shops.name }),
})
/** A link that makes a device a kiosk, or one person's device. `keyId`: the device that it opened. */
export type KioskLink = ReturnType<typeof kioskLinkRow.read>

const linkOfToken = preparedSelect(
	kioskLinkRow,
	() => sql`FROM ${kioskLinks} JOIN ${shops} ON ${shops.id} = ${kioskLinks.shopId} ${withPerson(kioskLinks)}
		WHERE ${kioskLinks.tokenHash} = ${placeholder('tokenHash')} AND ${hasItsPerson(kioskLinks)}
			AND (${kioskLinks.keyId} IS NOT NULL OR ${isLinkLive})`,
)

const wrongPinsOfKey = preparedSelect(
	rows({ device: accessKeys.wrongPins, owner: accessKeys.wrongOwnerPins }),
	() => sql`FROM ${accessKeys} WHERE ${accessKeys.id} = ${placeholder('keyId')}`,
)

/** Refuses a link above the day's limit of unopened links; the operator's links do not count. */
function tooManyLinks({ shopId, tokenHash }: { shopId: string; tokenHash: string }, now: Instant): Statement {
	return refuseWhen(
		'too_many_links',
		sql`(SELECT count(*) FROM ${kioskLinks} WHERE ${kioskLinks.shopId} = ${shopId} AND ${kioskLinks.expiresAt} > ${now}
			AND ${kioskLinks.keyId} IS NULL AND ${kioskLinks.madeByKeyId} IS NOT NULL AND ${kioskLinks.tokenHash} <> ${tokenHash}) >= ${MOST_UNOPENED_LINKS}`,
	)
}

const isLive = (keyId: string) => and(eq(accessKeys.id, keyId), isNull(accessKeys.endedAt))
const isOwnerOpen = lt(accessKeys.wrongOwnerPins, MAX_WRONG_PINS)

export function createAccessKeyRepository(read: Database['read']) {
	return {
		selectKeyOf: (caller: ShopCaller): Statement<AccessKey[]> => keyOfSecret(caller),

		/** The live key that this caller shows; null for none. */
		keyOf: (caller: ShopCaller): Promise<AccessKey | null> => first(read(keyOfSecret(caller))),

		/** The newest first, ended ones too. */
		keysOfShop: (shopId: string): Promise<ListedAccessKey[]> => read(keysOfShop({ shopId })),

		keysOfCaller: (caller: ShopCaller): Promise<ListedAccessKey[]> => read(keysOfCaller(caller)),

		/** The newest first. */
		waitingLinksOfShop: (shopId: string, now: Instant): Promise<WaitingLink[]> =>
			read(waitingLinksOfShop({ shopId, at: now })),

		waitingLinksOfCaller: (caller: ShopCaller, now: Instant): Promise<WaitingLink[]> =>
			read(waitingLinksOfCaller({ ...caller, at: now })),

		/** A link, also a used or expired one; null for an unknown or ended one, or where its person has left. */
		linkOf: (tokenHash: string): Promise<KioskLink | null> => first(read(linkOfToken({ tokenHash }))),

		/** Wrong PINs in a row: at the locked device, and at the owner's pages. */
		async wrongPinsOf(keyId: string): Promise<{ device: number; owner: number }> {
			const [counted] = await read(wrongPinsOfKey({ keyId }))
			return counted ?? { device: 0, owner: 0 }
		},

		insertKey: (key: NewAccessKey): Statement<number> =>
			insertNewRow(
				accessKeys,
				{
					id: key.id,
					shopId: key.shopId,
					kind: key.kind,
					...(key.kind === 'kiosk' && { role: key.role, staffMemberId: key.staffMemberId ?? null }),
					name: key.name,
					scopes: JSON.stringify(key.kind === 'api' ? key.scopes : []),
					pinHash: key.kind === 'kiosk' ? key.pinHash : null,
					secretHash: key.secretHash,
					madeByKeyId: key.madeByKeyId ?? null,
					createdAt: key.now,
				},
				accessKeys.id,
			),

		/** Refuses the batch ('too_many_keys') where the shop has the most live API keys. */
		refuseMoreApiKeys: (shopId: string, keyId: string): Statement<number> =>
			refuseWhen(
				'too_many_keys',
				sql`(SELECT count(*) FROM ${accessKeys} WHERE ${accessKeys.shopId} = ${shopId} AND ${accessKeys.kind} = 'api'
					AND ${accessKeys.endedAt} IS NULL AND ${accessKeys.id} <> ${keyId}) >= ${MOST_API_KEYS}`,
			),

		/**
		 * Refuses the batch where its person does not work at the shop ('person_gone'), or where too many links of the day
		 * were not opened ('too_many_links'). Ended links count: each was mailed.
		 */
		insertLink: ({
			now,
			staffMemberId = null,
			...link
		}: {
			tokenHash: string
			shopId: string
			name: string
			madeByKeyId?: string | null
			expiresAt: Instant
			now: Instant
		} & DeviceOf): Statement[] => [
			...(staffMemberId === null
				? []
				: [
						refuseWhen(
							'person_gone',
							sql`NOT EXISTS (SELECT 1 FROM ${staffMembers} WHERE ${staffMembers.id} = ${staffMemberId}
								AND ${staffMembers.shopId} = ${link.shopId} AND ${staffMembers.isActive} = 1)`,
						),
					]),
			...(link.madeByKeyId ? [tooManyLinks(link, now)] : []),
			insertNewRow(kioskLinks, { ...link, staffMemberId, createdAt: now }, kioskLinks.tokenHash),
		],

		/**
		 * Makes the kiosk key of a link; one request may repeat it. Refuses the batch ('kiosk_link_used') where the link
		 * was used or is over, or its person has left.
		 */
		openLink: ({
			tokenHash,
			now,
			...key
		}: {
			tokenHash: string
			id: string
			secretHash: string
			pinHash: string
			now: Instant
		}): Statement[] => [
			refuseWhen(
				'kiosk_link_used',
				sql`NOT EXISTS (SELECT 1 FROM ${kioskLinks} ${withPerson(kioskLinks)} WHERE ${kioskLinks.tokenHash} = ${tokenHash}
					AND ${hasItsPerson(kioskLinks)} AND ${kioskLinks.expiresAt} > ${now} AND ${isLinkLive} AND (${kioskLinks.keyId} IS NULL OR ${kioskLinks.keyId} = ${key.id}))`,
			),
			insertFrom(
				accessKeys,
				{
					...key,
					shopId: sql`${kioskLinks.shopId}`,
					kind: 'kiosk',
					role: sql`${kioskLinks.role}`,
					staffMemberId: sql`${kioskLinks.staffMemberId}`,
					name: sql`${kioskLinks.name}`,
					madeByKeyId: sql`${kioskLinks.madeByKeyId}`,
					createdAt: now,
				},
				sql`FROM ${kioskLinks} WHERE ${kioskLinks.tokenHash} = ${tokenHash} AND ${kioskLinks.keyId} IS NULL`,
			),
			updateWhere(
				kioskLinks,
				{ keyId: key.id },
				and(eq(kioskLinks.tokenHash, tokenHash), isNull(kioskLinks.keyId)),
			),
		],

		endKey: (keyId: string, ending: AccessKeyEnding, now: Instant): Statement<number> =>
			updateWhere(accessKeys, { endedAt: now, ending }, isLive(keyId)),

		/** Ends the live keys that this key or its links made. */
		endKeysMadeBy: (keyId: string, shopId: string, now: Instant): Statement<number> =>
			updateWhere(
				accessKeys,
				{ endedAt: now, ending: 'revoked' },
				and(eq(accessKeys.shopId, shopId), eq(accessKeys.madeByKeyId, keyId), isNull(accessKeys.endedAt)),
			),

		/** Refuses the batch ('kiosk_link_used') where the link has opened a device or ended before. */
		endLink: (linkId: string, shopId: string, now: Instant): Statement[] => {
			const isThisLink = sql`${kioskLinks.tokenHash} = ${linkId} AND ${kioskLinks.shopId} = ${shopId} AND ${kioskLinks.keyId} IS NULL`
			return [
				refuseWhen(
					'kiosk_link_used',
					sql`NOT EXISTS (SELECT 1 FROM ${kioskLinks} WHERE ${isThisLink} AND coalesce(${kioskLinks.endedAt}, ${now}) = ${now})`,
				),
				updateWhere(kioskLinks, { endedAt: now }, isThisLink),
			]
		},

		/** The device's Lock: its earlier cookies open nothing until the PIN is typed. */
		lock: ({ secretHash, kind }: ShopCaller): Statement<number> =>
			updateWhere(
				accessKeys,
				{ lockCount: sql`${accessKeys.lockCount} + 1` },
				and(eq(accessKeys.secretHash, secretHash), eq(accessKeys.kind, kind), isNull(accessKeys.endedAt)),
			),

		/** The fifth in a row ends the key. */
		countWrongPin: (keyId: string, now: Instant): Statement<number> =>
			updateWhere(
				accessKeys,
				{
					wrongPins: sql`${accessKeys.wrongPins} + 1`,
					endedAt: sql`CASE WHEN ${accessKeys.wrongPins} + 1 >= ${MAX_WRONG_PINS} THEN ${now} END`,
					ending: sql`CASE WHEN ${accessKeys.wrongPins} + 1 >= ${MAX_WRONG_PINS} THEN 'wrong_pins' END`,
				},
				isLive(keyId),
			),

		/** The fifth in a row locks the owner's pages; no more are counted. */
		countWrongOwnerPin: (keyId: string): Statement<number> =>
			updateWhere(
				accessKeys,
				{ wrongOwnerPins: sql`${accessKeys.wrongOwnerPins} + 1` },
				and(isLive(keyId), isOwnerOpen),
			),

		/** The right PIN of a locked device starts the count over. It is hashed again: the old hash key can go. */
		clearWrongPins: (keyId: string, pinHash: string): Statement<number> =>
			updateWhere(accessKeys, { wrongPins: 0, pinHash }, isLive(keyId)),

		/** The right PIN at the owner's pages; it does not unlock them. */
		clearWrongOwnerPins: (keyId: string, pinHash: string): Statement<number> =>
			updateWhere(accessKeys, { wrongOwnerPins: 0, pinHash }, and(isLive(keyId), isOwnerOpen)),

		markSeen: (keyId: string, now: Instant): Statement<number> =>
			updateWhere(accessKeys, { lastSeenAt: now }, eq(accessKeys.id, keyId)),

		purgeLinksExpiredBefore: (expiredBefore: Instant): Statement<number> =>
			deleteSlice(kioskLinks, lte(kioskLinks.expiresAt, expiredBefore)),
	}
}
