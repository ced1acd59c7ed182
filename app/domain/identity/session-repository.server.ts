import { sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { CLIENT_ROLE } from '#app/kernel/vocabulary.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database, Statement } from '#db/client.server.ts'
import { preparedRead, rawRead, rawWrite } from '#db/statement.server.ts'
import type { SignedInUser } from './session.ts'

const userOfSession = preparedRead<SignedInUser>(
	sql`SELECT user.id, user.email, user.email_verified_at, profile.first_name, profile.last_name, profile.phone,
			session.id AS session_id, session.created_at, session.last_seen_at
		FROM sessions session
		JOIN users user ON user.id = session.user_id
		JOIN profiles profile ON profile.id = user.id AND profile.role = ${CLIENT_ROLE}
		WHERE session.token_hash = ${sql.placeholder('sessionHash')} AND session.expires_at > ${sql.placeholder('at')}`,
	(row) => ({
		id: String(row.id),
		sessionId: String(row.session_id),
		firstName: String(row.first_name),
		lastName: String(row.last_name),
		email: String(row.email),
		phone: row.phone === null ? null : String(row.phone),
		isEmailVerified: row.email_verified_at !== null,
		session: { createdAt: Number(row.created_at), lastSeenAt: Number(row.last_seen_at) },
	}),
)

export type NewSession = {
	tokenHash: string
	id: string
	userId: string
	deviceLabel: string
	now: Instant
	expiresAt: Instant
}

/** A session in its owner's list of devices. */
export type ListedSession = {
	id: string
	deviceLabel: string
	createdAt: Instant
	lastSeenAt: Instant
	isCurrent: boolean
}

export function createSessionRepository(read: Database['read']) {
	return {
		/** The customer of a live session; null for a session that ended, or whose role is not client any more. */
		async signedInUser(actor: Actor): Promise<SignedInUser | null> {
			const [user] = await read(userOfSession({ sessionHash: actor.sessionHash, at: actor.at }))
			return user ?? null
		},

		/** The actor's own devices, this one first. */
		listSessions: (actor: Actor): Promise<ListedSession[]> =>
			read(
				rawRead(
					sql`SELECT id, device_label, created_at, last_seen_at, token_hash = ${actor.sessionHash} AS is_current FROM sessions
						WHERE user_id = ${actorUserId(actor)} AND expires_at > ${actor.at}
						ORDER BY is_current DESC, last_seen_at DESC, id`,
					(row) => ({
						id: String(row.id),
						deviceLabel: String(row.device_label),
						createdAt: Number(row.created_at),
						lastSeenAt: Number(row.last_seen_at),
						isCurrent: Number(row.is_current) === 1,
					}),
				),
			),

		/** To be sent after whatever proves the right to it; see signIn. */
		insertSession: (session: NewSession): Statement =>
			rawWrite(
				sql`INSERT INTO sessions (token_hash, id, user_id, device_label, created_at, last_seen_at, expires_at)
					VALUES (${session.tokenHash}, ${session.id}, ${session.userId}, ${session.deviceLabel}, ${session.now}, ${session.now}, ${session.expiresAt})`,
			),

		/** Moves the end of a live session; an ended one stays ended. */
		extendSession: (actor: Actor, expiresAt: Instant): Statement =>
			rawWrite(
				sql`UPDATE sessions SET last_seen_at = ${actor.at}, expires_at = ${expiresAt}
					WHERE token_hash = ${actor.sessionHash} AND expires_at > ${actor.at}`,
			),

		/** Sign Out; also what is behind an old cookie when somebody signs in anew (rotation). */
		deleteSession: (sessionHash: string): Statement =>
			rawWrite(sql`DELETE FROM sessions WHERE token_hash = ${sessionHash}`),

		/** One of the actor's own devices; another person's id changes nothing. */
		deleteOwnSession: (actor: Actor, sessionId: string): Statement =>
			rawWrite(sql`DELETE FROM sessions WHERE id = ${sessionId} AND user_id = ${actorUserId(actor)}`),

		/** 'Sign out everywhere': all devices of the actor but this one. */
		deleteOtherSessions: (actor: Actor): Statement =>
			rawWrite(
				sql`DELETE FROM sessions WHERE user_id = ${actorUserId(actor)} AND token_hash <> ${actor.sessionHash}`,
			),

		/** Housekeeping: nothing depends on it having run. */
		purgeSessionsExpiredAt: (now: Instant): Statement =>
			rawWrite(sql`DELETE FROM sessions WHERE expires_at <= ${now}`),
	}
}

export type SessionRepository = ReturnType<typeof createSessionRepository>
