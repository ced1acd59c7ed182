import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { staffMembers } from './schema/discovery.ts'
import { accessKeys } from './schema/shops.ts'

/** The caller of a prepared statement. */
export const shopCallerPlaceholders: Record<'secretHash' | 'kind', Placeholder> = {
	secretHash: sql.placeholder('secretHash'),
	kind: sql.placeholder('kind'),
}

/**
 * `(SELECT …)`: the shop that this key opens, else NULL, which equals nothing. In the WHERE it keeps a key from other
 * shops' rows, and saves a round trip. A person's device has no shop here: use `callingPlace`.
 */
export function callingShopId(caller: Caller): SQL {
	return sql`(SELECT ${accessKeys.shopId} ${liveKey(caller)} AND ${accessKeys.role} <> 'person')`
}

/**
 * Also for a person's device, while the person works there. `isOwn` restricts a column of staff to that person; other
 * devices see all.
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
