import { and, desc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { type AccountTokenKind, CLIENT_ROLE } from '#app/kernel/vocabulary/identity.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { pickColumns } from '#db/row.server.ts'
import { accountTokens, profiles, sessions, users } from '#db/schema/identity.ts'
import {
	build,
	builtRead,
	deleteWhere,
	first,
	insertFrom,
	insertRow,
	prepared,
	updateWhere,
} from '#db/statement.server.ts'
import type { NewSession } from './session-repository.server.ts'

/** What signing in reads of an account. It never leaves the server. */
export type Account = {
	id: string
	email: string
	passwordHash: string
	isEmailVerified: boolean
	profile: { firstName: string; role: string | null } | null
}

export type NewAccount = {
	userId: string
	firstName: string
	lastName: string
	email: string
	passwordHash: string
	now: Instant
}

export type NewAccountToken = {
	id: string
	tokenHash: string
	kind: AccountTokenKind
	userId: string
	now: Instant
}

const accountByEmail = prepared(() =>
	build
		.select({
			...pickColumns(users, 'id', 'email', 'passwordHash', 'emailVerifiedAt'),
			profile: { firstName: profiles.firstName, role: profiles.role },
		})
		.from(users)
		.leftJoin(profiles, eq(profiles.id, users.id))
		.where(or(eq(users.email, sql.placeholder('email')), eq(users.email, sql.placeholder('formerEmail'))))
		.orderBy(desc(eq(users.email, sql.placeholder('email'))))
		.limit(1),
)

export function createAccountRepository(read: Database['read']) {
	return {
		/** Falls back to the address as it was stored before D70. */
		async accountByEmail(email: string, formerEmail = email): Promise<Account | null> {
			const [row] = await read(accountByEmail({ email, formerEmail }))
			if (!row) return null
			const { emailVerifiedAt, ...account } = row
			return { ...account, isEmailVerified: emailVerifiedAt !== null }
		},

		/** Refused where the address was taken meanwhile ('unique:users.email'). The role is always client (C1). */
		insertAccount: ({ userId, email, passwordHash, firstName, lastName, now }: NewAccount): Statement[] => [
			insertRow(users, { id: userId, email, passwordHash, createdAt: now }),
			insertRow(profiles, { id: userId, firstName, lastName, email, role: CLIENT_ROLE }),
		],

		/** No row where the password changed meanwhile. */
		insertSessionForHash: (
			{ now, userId, ...session }: NewSession,
			passwordHash: string,
		): Statement<number> =>
			insertFrom(
				sessions,
				{ ...session, userId: sql`${users.id}`, createdAt: now, lastSeenAt: now },
				sql`FROM ${users} WHERE ${users.id} = ${userId} AND ${users.passwordHash} = ${passwordHash}`,
			),

		/** Stores the password under a higher cost. No row where it changed meanwhile. */
		replaceHash: (userId: string, before: string, after: string): Statement<number> =>
			updateWhere(users, { passwordHash: after }, and(eq(users.id, userId), eq(users.passwordHash, before))),

		/** Ends the older link of its kind (W28). */
		insertAccountToken: ({ now, ...token }: NewAccountToken): Statement[] => [
			deleteWhere(
				accountTokens,
				and(
					eq(accountTokens.userId, token.userId),
					eq(accountTokens.kind, token.kind),
					isNull(accountTokens.usedAt),
				),
			),
			insertRow(accountTokens, { ...token, createdAt: now, expiresAt: now + MAILED_TOKEN_MS }),
		],

		/** The owner of a working link, to refuse early, before costly work. */
		ownerOfToken: (
			tokenHash: string,
			kind: AccountTokenKind,
			now: Instant,
		): Promise<{ userId: string; email: string; firstName: string; lastName: string } | null> =>
			first(
				read(
					builtRead(
						build
							.select({
								userId: users.id,
								email: users.email,
								firstName: sql<string>`coalesce(${profiles.firstName}, '')`,
								lastName: sql<string>`coalesce(${profiles.lastName}, '')`,
							})
							.from(users)
							.leftJoin(profiles, eq(profiles.id, users.id))
							.where(eq(users.id, userOfToken(tokenHash, kind, now))),
					),
				),
			),

		/** The user of a working link, else NULL: for the batch that uses it. */
		ownerOfReset: (tokenHash: string, now: Instant): SQL => userOfToken(tokenHash, 'reset', now),

		/**
		 * Uses the link once: sets the password, proves the mailed address and ends every session (S5). `passwordChanged`
		 * changes a row where the link worked; of many at once only one does.
		 */
		replacePasswordByToken: (tokenHash: string, passwordHash: string, now: Instant) => {
			const owner = userOfToken(tokenHash, 'reset', now)
			return {
				passwordChanged: updateWhere(
					users,
					{ passwordHash, emailVerifiedAt: verifiedAt(now) },
					eq(users.id, owner),
				),
				sessionsEnded: deleteWhere(sessions, eq(sessions.userId, owner)),
				linkUsed: markUsed(tokenHash, 'reset', now),
			}
		},

		/** Proves the actor's address by their own link (S5). `emailVerified` changes a row where the link worked. */
		verifyEmailByToken: (tokenHash: string, actor: Actor) => {
			const owner = userOfToken(tokenHash, 'verify', actor.at)
			return {
				emailVerified: updateWhere(
					users,
					{ emailVerifiedAt: verifiedAt(actor.at) },
					and(eq(users.id, owner), eq(users.id, actorUserId(actor))),
				),
				linkUsed: updateWhere(
					accountTokens,
					{ usedAt: actor.at },
					and(isWorking(tokenHash, 'verify', actor.at), eq(accountTokens.userId, actorUserId(actor))),
				),
			}
		},

		/** What the mail needs; its message names only the row. */
		async mailOfToken(
			tokenId: string,
		): Promise<{ id: string; tokenHash: string; expiresAt: Instant; isOpen: boolean } | null> {
			const { id, tokenHash, expiresAt, usedAt } = accountTokens
			const [token] = await read(
				builtRead(
					build
						.select({ id, tokenHash, expiresAt, usedAt })
						.from(accountTokens)
						.where(eq(accountTokens.id, tokenId)),
				),
			)
			if (!token) return null
			const { usedAt: wasUsedAt, ...mail } = token
			return { ...mail, isOpen: wasUsedAt === null }
		},

		purgeTokensExpiredBefore: (expiredBefore: Instant): Statement<number> =>
			deleteSlice(accountTokens, lte(accountTokens.expiresAt, expiredBefore)),
	}
}

/** Not used, not replaced, not too old. */
function isWorking(tokenHash: string, kind: AccountTokenKind, now: Instant): SQL | undefined {
	return and(
		eq(accountTokens.tokenHash, tokenHash),
		eq(accountTokens.kind, kind),
		isNull(accountTokens.usedAt),
		gt(accountTokens.expiresAt, now),
	)
}

/** The user of a working link, else NULL. */
function userOfToken(tokenHash: string, kind: AccountTokenKind, now: Instant): SQL {
	return sql`(SELECT ${accountTokens.userId} FROM ${accountTokens} WHERE ${isWorking(tokenHash, kind, now)})`
}

/** Keeps an earlier proof. */
function verifiedAt(now: Instant): SQL {
	return sql`coalesce(${users.emailVerifiedAt}, ${now})`
}

function markUsed(tokenHash: string, kind: AccountTokenKind, now: Instant): Statement {
	return updateWhere(accountTokens, { usedAt: now }, isWorking(tokenHash, kind, now))
}

/** How long a mailed link works (W28). */
export const MAILED_TOKEN_MS = 30 * MINUTE_MS

/** Another account took this e-mail meanwhile. */
export function isUsedEmail(error: unknown): boolean {
	return isViolation(error, 'unique:users.email')
}

/** The session ended or the password changed before the write (see `changeEmail`). */
export function isEndedSession(error: unknown): boolean {
	return isViolation(error, 'session_or_password_changed')
}
