import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { staffMembers } from './schema/discovery.ts'
import { accessKeys } from './schema/shops.ts'

/** The caller of a prepared statement, whose `secretHash` and `kind` each call fills in. */
export const shopCallerPlaceholders: Record<'secretHash' | 'kind', Placeholder> = {
	secretHash: sql.placeholder('secretHash'),
	kind: sql.placeholder('kind'),
}

/**
 * `(SELECT …)`: the id of the shop that this key opens, else NULL, which equals nothing. It stands in the WHERE of
 * every read and write of the shop's side, so that no key sees another shop's rows, and a page learns its shop
 * without a further round trip. A person's device has no shop here: what it may read says so by `callingPlace`.
 */
export function callingShopId(caller: Caller): SQL {
	return sql`(SELECT ${accessKeys.shopId} ${liveKey(caller)} AND ${accessKeys.role} <> 'person')`
}

/**
 * As `callingShopId`, for what a person's device reads too: its `shopId` while they work there. With it stands
 * `isOwn`, of a column that names a member of staff: theirs, and every one on the shop's other devices.
 */
export function callingPlace(caller: Caller) {
	const personId = sql`(SELECT ${accessKeys.staffMemberId} ${liveKey(caller)})`
	return {
		shopId: sql`(SELECT ${accessKeys.shopId} ${liveKey(caller)} AND (${accessKeys.role} <> 'person' OR EXISTS (
			SELECT 1 FROM ${staffMembers} member WHERE member.id = ${accessKeys.staffMemberId} AND member.is_active = 1)))`,
		personId,
		isOwn: (staffMemberId: SQLWrapper): SQL => sql`(${personId} IS NULL OR ${staffMemberId} = ${personId})`,
	}
}

type Caller = ShopCaller | typeof shopCallerPlaceholders

function liveKey({ secretHash, kind }: Caller): SQL {
	return sql`FROM ${accessKeys}
		WHERE ${accessKeys.secretHash} = ${secretHash} AND ${accessKeys.kind} = ${kind} AND ${accessKeys.endedAt} IS NULL`
}
