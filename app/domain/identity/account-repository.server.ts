import { and, desc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { type AccountTokenKind, CLIENT_ROLE } from '#app/kernel/vocabulary/identity.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { accountTokens, profiles, sessions, users } from '#db/schema/identity.ts'
import { build, builtRead, builtWrite, insertFrom, prepared } from '#db/statement.server.ts'
import type { NewSession } from './session-repository.server.ts'

/** What signing in needs to know of an account. It never leaves the server. */
export type Account = {
	id: string
	email: string
	passwordHash: string
	isEmailVerified: boolean
	/** Null when there is no profile row. */
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
			id: users.id,
			email: users.email,
			passwordHash: users.passwordHash,
			emailVerifiedAt: users.emailVerifiedAt,
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
		/** The account of an address; else that of the address as it was stored before D70. */
		async accountByEmail(email: string, formerEmail = email): Promise<Account | null> {
			const [row] = await read(accountByEmail({ email, formerEmail }))
			if (!row) return null
			const { emailVerifiedAt, ...account } = row
			return { ...account, isEmailVerified: emailVerifiedAt !== null }
		},

		/** Refused by 'unique:users.email' when the address was taken meanwhile. The role is always client (C1). */
		insertAccount: ({ userId, email, passwordHash, firstName, lastName, now }: NewAccount): Statement[] => [
			builtWrite(build.insert(users).values({ id: userId, email, passwordHash, createdAt: now })),
			builtWrite(
				build.insert(profiles).values({ id: userId, firstName, lastName, email, role: CLIENT_ROLE }),
			),
		],

		/** A session for the account with this password hash; no row when the password has changed meanwhile. */
		insertSessionForHash: (
			{ now, userId, ...session }: NewSession,
			passwordHash: string,
		): Statement<number> =>
			insertFrom(
				sessions,
				{ ...session, userId: sql`${users.id}`, createdAt: now, lastSeenAt: now },
				sql`FROM ${users} WHERE ${users.id} = ${userId} AND ${users.passwordHash} = ${passwordHash}`,
			),

		/** One password under a higher cost; nothing when it has changed meanwhile. */
		replaceHash: (userId: string, before: string, after: string): Statement<number> =>
			builtWrite(
				build
					.update(users)
					.set({ passwordHash: after })
					.where(and(eq(users.id, userId), eq(users.passwordHash, before))),
			),

		/** A new link ends the older one of its kind (W28). */
		insertAccountToken: ({ now, ...token }: NewAccountToken): Statement[] => [
			builtWrite(
				build
					.delete(accountTokens)
					.where(
						and(
							eq(accountTokens.userId, token.userId),
							eq(accountTokens.kind, token.kind),
							isNull(accountTokens.usedAt),
						),
					),
			),
			builtWrite(
				build.insert(accountTokens).values({ ...token, createdAt: now, expiresAt: now + MAILED_TOKEN_MS }),
			),
		],

		/** Who a link belongs to, while it works; to refuse early, before anything costly is done. */
		async ownerOfToken(
			tokenHash: string,
			kind: AccountTokenKind,
			now: Instant,
		): Promise<{ userId: string; email: string; firstName: string; lastName: string } | null> {
			const [owner] = await read(
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
			)
			return owner ?? null
		},

		/** The user whose link this is while it works, else NULL: for statements of the batch that uses it. */
		ownerOfReset: (tokenHash: string, now: Instant): SQL => userOfToken(tokenHash, 'reset', now),

		/**
		 * The link's one use: the new password, the proof of the address that it was mailed to, and the end of every
		 * session (S5). `passwordChanged` tells by its changed row whether the link worked; of many at once, one does.
		 */
		replacePasswordByToken: (tokenHash: string, passwordHash: string, now: Instant) => {
			const owner = userOfToken(tokenHash, 'reset', now)
			return {
				passwordChanged: builtWrite(
					build
						.update(users)
						.set({ passwordHash, emailVerifiedAt: verifiedAt(now) })
						.where(eq(users.id, owner)),
				),
				sessionsEnded: builtWrite(build.delete(sessions).where(eq(sessions.userId, owner))),
				linkUsed: markUsed(tokenHash, 'reset', now),
			}
		},

		/**
		 * Proves the address of the actor, whose own link this is (S5). `emailVerified` tells by its changed row whether
		 * the link worked.
		 */
		verifyEmailByToken: (tokenHash: string, actor: Actor) => {
			const owner = userOfToken(tokenHash, 'verify', actor.at)
			return {
				emailVerified: builtWrite(
					build
						.update(users)
						.set({ emailVerifiedAt: verifiedAt(actor.at) })
						.where(and(eq(users.id, owner), eq(users.id, actorUserId(actor)))),
				),
				linkUsed: builtWrite(
					build
						.update(accountTokens)
						.set({ usedAt: actor.at })
						.where(
							and(isWorking(tokenHash, 'verify', actor.at), eq(accountTokens.userId, actorUserId(actor))),
						),
				),
			}
		},

		/** What the mail with a link needs; the message itself names only the row. */
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

		/** Housekeeping: nothing depends on it having run. */
		purgeTokensExpiredBefore: (expiredBefore: Instant): Statement<number> =>
			deleteSlice(accountTokens, lte(accountTokens.expiresAt, expiredBefore)),
	}
}

/** A link that still works: not used, not ended by a newer one, not too old. */
function isWorking(tokenHash: string, kind: AccountTokenKind, now: Instant): SQL | undefined {
	return and(
		eq(accountTokens.tokenHash, tokenHash),
		eq(accountTokens.kind, kind),
		isNull(accountTokens.usedAt),
		gt(accountTokens.expiresAt, now),
	)
}

/** The user of a link that still works, else NULL. */
function userOfToken(tokenHash: string, kind: AccountTokenKind, now: Instant): SQL {
	return sql`(SELECT ${accountTokens.userId} FROM ${accountTokens} WHERE ${isWorking(tokenHash, kind, now)})`
}

/** An address is proven once. */
function verifiedAt(now: Instant): SQL {
	return sql`coalesce(${users.emailVerifiedAt}, ${now})`
}

function markUsed(tokenHash: string, kind: AccountTokenKind, now: Instant): Statement {
	return builtWrite(
		build
			.update(accountTokens)
			.set({ usedAt: now })
			.where(isWorking(tokenHash, kind, now)),
	)
}

export type AccountRepository = ReturnType<typeof createAccountRepository>

/** How long a mailed link works (W28). */
export const MAILED_TOKEN_MS = 30 * MINUTE_MS

/** True when another account has this e-mail: a request at the same time wrote it first. */
export function isUsedEmail(error: unknown): boolean {
	return isViolation(error, 'unique:users.email')
}

/** True when the session ended or the password changed before the write (see `changeEmail`). */
export function isEndedSession(error: unknown): boolean {
	return isViolation(error, 'session_or_password_changed')
}
