import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { CLIENT_ROLE } from '#app/kernel/vocabulary/identity.ts'
import type { Actor } from '../app/kernel/actor.ts'
import { profiles, sessions } from './schema/identity.ts'

export const actorPlaceholders: Record<keyof Actor, Placeholder> = {
	sessionHash: sql.placeholder('sessionHash'),
	at: sql.placeholder('at'),
}

/**
 * `(SELECT …)`: the user id of this live session, else NULL, which equals nothing. It stands in the WHERE of every
 * statement about a person's rows, because SQLite has no row-level security (W9).
 */
export function actorUserId({ sessionHash, at }: Actor | typeof actorPlaceholders): SQL {
	return sql`(SELECT ${sessions.userId} FROM ${sessions} JOIN ${profiles} ON ${profiles.id} = ${sessions.userId}
		WHERE ${sessions.tokenHash} = ${sessionHash} AND ${sessions.expiresAt} > ${at} AND ${profiles.role} = ${CLIENT_ROLE})`
}
