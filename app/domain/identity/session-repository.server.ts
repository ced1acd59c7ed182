import { and, eq, gt, lte, ne, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { CLIENT_ROLE } from '#app/kernel/vocabulary/identity.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { flag, pickColumns, rows } from '#db/row.server.ts'
import { profiles, sessions, users } from '#db/schema/identity.ts'
import { build, deleteWhere, insertRow, prepared, rawSelect, updateWhere } from '#db/statement.server.ts'
import type { SignedInUser } from './session.ts'

const userOfSession = prepared(() =>
	build
		.select({
			id: users.id,
			sessionId: sessions.id,
			...pickColumns(profiles, 'firstName', 'lastName'),
			email: users.email,
			phone: profiles.phone,
			emailVerifiedAt: users.emailVerifiedAt,
			session: pickColumns(sessions, 'createdAt', 'lastSeenAt', 'provenAt'),
		})
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.innerJoin(profiles, and(eq(profiles.id, users.id), eq(profiles.role, CLIENT_ROLE)))
		.where(
			and(
				eq(sessions.tokenHash, sql.placeholder('sessionHash')),
				gt(sessions.expiresAt, sql.placeholder('at')),
			),
		),
)

export type NewSession = {
	tokenHash: string
	id: string
	userId: string
	deviceLabel: string
	now: Instant
	expiresAt: Instant
}

const listedSession = (actor: Actor) =>
	rows({
		...pickColumns(sessions, 'id', 'deviceLabel', 'createdAt', 'lastSeenAt'),
		isCurrent: flag(sql`${sessions.tokenHash} = ${actor.sessionHash}`),
	})
export type ListedSession = ReturnType<ReturnType<typeof listedSession>['read']>

export function createSessionRepository(read: Database['read']) {
	return {
		/** Null for an ended session, and for a role that is not client. */
		async signedInUser({ sessionHash, at }: Actor): Promise<SignedInUser | null> {
			const [row] = await read(userOfSession({ sessionHash, at }))
			if (!row) return null
			const { emailVerifiedAt, ...user } = row
			return { ...user, isEmailVerified: emailVerifiedAt !== null }
		},

		/** This device first. */
		listSessions: (actor: Actor): Promise<ListedSession[]> =>
			read(
				rawSelect(
					listedSession(actor),
					sql`FROM ${sessions} WHERE ${sessions.userId} = ${actorUserId(actor)} AND ${sessions.expiresAt} > ${actor.at}
						ORDER BY ${sessions.tokenHash} = ${actor.sessionHash} DESC, ${sessions.lastSeenAt} DESC, ${sessions.id}`,
				),
			),

		/** Stands after the statement that proves the right to sign in. */
		insertSession: ({ now, ...session }: NewSession): Statement<number> =>
			insertRow(sessions, { ...session, createdAt: now, lastSeenAt: now }),

		extendSession: ({ sessionHash, at }: Actor, expiresAt: Instant): Statement<number> =>
			updateWhere(
				sessions,
				{ lastSeenAt: at, expiresAt },
				and(eq(sessions.tokenHash, sessionHash), gt(sessions.expiresAt, at)),
			),

		markProven: ({ sessionHash, at }: Actor): Statement<number> =>
			updateWhere(
				sessions,
				{ provenAt: at },
				and(eq(sessions.tokenHash, sessionHash), gt(sessions.expiresAt, at)),
			),

		/** Sign Out. Also ends an old cookie's session at a new sign-in. */
		deleteSession: (sessionHash: string): Statement<number> =>
			deleteWhere(sessions, eq(sessions.tokenHash, sessionHash)),

		/** Another account's session is not changed. */
		deleteOwnSession: (actor: Actor, sessionId: string): Statement<number> =>
			deleteWhere(sessions, and(eq(sessions.id, sessionId), eq(sessions.userId, actorUserId(actor)))),

		/** 'Sign out everywhere': all devices but this one. */
		deleteOtherSessions: (actor: Actor): Statement<number> =>
			deleteWhere(
				sessions,
				and(eq(sessions.userId, actorUserId(actor)), ne(sessions.tokenHash, actor.sessionHash)),
			),

		purgeSessionsExpiredAt: (now: Instant): Statement<number> =>
			deleteSlice(sessions, lte(sessions.expiresAt, now)),
	}
}
