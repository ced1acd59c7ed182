import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../app/kernel/actor.ts'
import { CLIENT_ROLE } from '../app/kernel/vocabulary.ts'

/**
 * `(SELECT …)`: the id of the user whose live session this is, else NULL, which equals nothing. It stands in the WHERE
 * of every read and write of a person's rows, because SQLite has no row-level security (guide: reliability rule 9).
 */
export function actorUserId({ sessionHash, at }: Actor): SQL {
	return sql`(SELECT session.user_id FROM sessions session JOIN profiles profile ON profile.id = session.user_id
		WHERE session.token_hash = ${sessionHash} AND session.expires_at > ${at} AND profile.role = ${CLIENT_ROLE})`
}
