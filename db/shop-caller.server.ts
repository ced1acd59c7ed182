import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { AccessKeyKind } from '#app/kernel/vocabulary/shops.ts'
import { accessKeys } from './schema/shops.ts'

/** The caller of a prepared statement, whose `secretHash` and `kind` each call fills in. */
export const shopCallerAsked: Record<'secretHash' | 'kind', Placeholder> = {
	secretHash: sql.placeholder('secretHash'),
	kind: sql.placeholder('kind'),
}

/**
 * `(SELECT …)`: the id of the shop that this key opens, else NULL, which equals nothing. It stands in the WHERE of
 * every read and write of the shop's side, so that no key sees another shop's rows, and a page learns its shop
 * without a further round trip.
 */
export function callingShopId({
	secretHash,
	kind,
}: { secretHash: string; kind: AccessKeyKind } | typeof shopCallerAsked): SQL {
	return sql`(SELECT ${accessKeys.shopId} FROM ${accessKeys}
		WHERE ${accessKeys.secretHash} = ${secretHash} AND ${accessKeys.kind} = ${kind} AND ${accessKeys.endedAt} IS NULL)`
}
