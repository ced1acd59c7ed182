import { type SQL, sql } from 'drizzle-orm'
import type { RateLimitedCaller } from '../app/kernel/actor.ts'
import { actorUserId } from './actor.server.ts'
import { users } from './schema/identity.ts'

/** NULL for a guest. */
export function callerUserId({ actor, userId }: Omit<RateLimitedCaller, 'networkKey'>): SQL {
	return actor ? actorUserId(actor) : sql`${userId ?? null}`
}

/** The network to count; NULL for an account with a proven e-mail. */
export function countedNetworkKey(
	caller: Omit<RateLimitedCaller, 'networkKey'>,
	networkKey: SQL | string | null,
): SQL {
	return sql`(CASE WHEN NOT EXISTS (SELECT 1 FROM ${users}
		WHERE ${users.id} = ${callerUserId(caller)} AND ${users.emailVerifiedAt} IS NOT NULL) THEN ${networkKey} END)`
}
