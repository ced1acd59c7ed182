import { type SQL, sql } from 'drizzle-orm'
import type { Actor, RateLimitedCaller } from '#app/kernel/actor.ts'
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

/** Whether a column's network lies in the wide network of `key`; never where `key` has one width (S30). */
export function isInWideNetworkOf(key: SQL, column: SQL): SQL {
	const end = sql`instr(${key}, '.')`
	// The sign after '.' is '/'.
	return sql`(${end} > 0 AND ${column} > substr(${key}, 1, ${end}) AND ${column} < substr(${key}, 1, ${end} - 1) || '/')`
}

/** The statement must not rename the table of users. */
export function isProvenEmail(email: SQL): SQL {
	return sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.email} = ${email} AND ${users.emailVerifiedAt} IS NOT NULL)`
}

/** Whom a report counts for: an account, else the network. */
export function reporterKey({ actor, networkKey }: { actor: Actor | null; networkKey: string | null }): SQL {
	const network = `network:${networkKey ?? 'unknown'}`
	return actor === null ? sql`${network}` : sql`coalesce(${actorUserId(actor)}, ${network})`
}
