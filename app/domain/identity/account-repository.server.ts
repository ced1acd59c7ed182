import { sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import { type AccountTokenKind, CLIENT_ROLE } from '#app/kernel/vocabulary.ts'
import type { Database, Statement } from '#db/client.server.ts'
import { preparedRead, rawRead, rawWrite } from '#db/statement.server.ts'
import { MAILED_TOKEN_MS } from './account-token.ts'
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

const accountByEmail = preparedRead<Account>(
	sql`SELECT user.*, profile.id AS profile_id, profile.first_name, profile.role
		FROM users user LEFT JOIN profiles profile ON profile.id = user.id
		WHERE user.email = ${sql.placeholder('email')}`,
	(row) => ({
		id: String(row.id),
		email: String(row.email),
		passwordHash: String(row.password_hash),
		isEmailVerified: row.email_verified_at !== null,
		profile:
			row.profile_id === null
				? null
				: { firstName: String(row.first_name), role: row.role === null ? null : String(row.role) },
	}),
)

/** The user of a link that still works: not used, not ended by a newer one, not too old. */
function userOfToken(tokenHash: string, kind: AccountTokenKind, now: Instant) {
	return sql`(SELECT user_id FROM account_tokens
		WHERE token_hash = ${tokenHash} AND kind = ${kind} AND used_at IS NULL AND expires_at > ${now})`
}

export function createAccountRepository(read: Database['read']) {
	return {
		async accountByEmail(email: string): Promise<Account | null> {
			const [account] = await read(accountByEmail({ email }))
			return account ?? null
		},

		/** Refused by 'unique:users.email' when somebody was faster. The role is always client (spec 1 §3). */
		insertAccount: (account: NewAccount): Statement[] => [
			rawWrite(
				sql`INSERT INTO users (id, email, password_hash, created_at)
					VALUES (${account.userId}, ${account.email}, ${account.passwordHash}, ${account.now})`,
			),
			rawWrite(
				sql`INSERT INTO profiles (id, first_name, last_name, email, role)
					VALUES (${account.userId}, ${account.firstName}, ${account.lastName}, ${account.email}, ${CLIENT_ROLE})`,
			),
		],

		/** A session for whoever knows the password behind this hash; no row when the password has changed meanwhile. */
		insertSessionForHash: (session: NewSession, passwordHash: string): Statement =>
			rawWrite(
				sql`INSERT INTO sessions (token_hash, id, user_id, device_label, created_at, last_seen_at, expires_at)
					SELECT ${session.tokenHash}, ${session.id}, id, ${session.deviceLabel}, ${session.now}, ${session.now}, ${session.expiresAt}
					FROM users WHERE id = ${session.userId} AND password_hash = ${passwordHash}`,
			),

		/** The same password under a higher cost; nothing when it has changed meanwhile. */
		replaceHash: (userId: string, before: string, after: string): Statement =>
			rawWrite(
				sql`UPDATE users SET password_hash = ${after} WHERE id = ${userId} AND password_hash = ${before}`,
			),

		/** A new link ends the older one of its kind (issue 4). */
		insertAccountToken: (token: NewAccountToken): Statement[] => [
			rawWrite(
				sql`DELETE FROM account_tokens WHERE user_id = ${token.userId} AND kind = ${token.kind} AND used_at IS NULL`,
			),
			rawWrite(
				sql`INSERT INTO account_tokens (id, token_hash, kind, user_id, created_at, expires_at)
					VALUES (${token.id}, ${token.tokenHash}, ${token.kind}, ${token.userId}, ${token.now}, ${token.now + MAILED_TOKEN_MS})`,
			),
		],

		/** Who a link belongs to, while it works; to refuse early, before anything costly is done. */
		async ownerOfToken(
			tokenHash: string,
			kind: AccountTokenKind,
			now: Instant,
		): Promise<{ userId: string; email: string } | null> {
			const [owner] = await read(
				rawRead(
					sql`SELECT id, email FROM users WHERE id = ${userOfToken(tokenHash, kind, now)}`,
					({ id, email }) => ({ userId: String(id), email: String(email) }),
				),
			)
			return owner ?? null
		},

		/**
		 * The link's one use: the new password, and the end of every session. The first statement tells by its changed
		 * row whether the link worked; of many at once, one does.
		 */
		replacePasswordByToken: (tokenHash: string, passwordHash: string, now: Instant): Statement[] => [
			rawWrite(
				sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${userOfToken(tokenHash, 'reset', now)}`,
			),
			rawWrite(sql`DELETE FROM sessions WHERE user_id = ${userOfToken(tokenHash, 'reset', now)}`),
			markUsed(tokenHash, 'reset', now),
		],

		/** Proves the address. The first statement tells by its changed row whether the link worked. */
		verifyEmailByToken: (tokenHash: string, now: Instant): Statement[] => [
			rawWrite(
				sql`UPDATE users SET email_verified_at = coalesce(email_verified_at, ${now}) WHERE id = ${userOfToken(tokenHash, 'verify', now)}`,
			),
			markUsed(tokenHash, 'verify', now),
		],

		/** What the mail with a link needs; the message itself names only the row. */
		async mailOfToken(
			tokenId: string,
		): Promise<{ id: string; tokenHash: string; expiresAt: Instant; isOpen: boolean } | null> {
			const [token] = await read(
				rawRead(
					sql`SELECT id, token_hash, expires_at, used_at IS NULL AS is_open FROM account_tokens WHERE id = ${tokenId}`,
					(row) => ({
						id: String(row.id),
						tokenHash: String(row.token_hash),
						expiresAt: Number(row.expires_at),
						isOpen: Number(row.is_open) === 1,
					}),
				),
			)
			return token ?? null
		},

		/** Housekeeping: nothing depends on it having run. */
		purgeTokensExpiredBefore: (expiredBefore: Instant): Statement =>
			rawWrite(sql`DELETE FROM account_tokens WHERE expires_at <= ${expiredBefore}`),
	}
}

function markUsed(tokenHash: string, kind: AccountTokenKind, now: Instant): Statement {
	return rawWrite(
		sql`UPDATE account_tokens SET used_at = ${now}
			WHERE token_hash = ${tokenHash} AND kind = ${kind} AND used_at IS NULL AND expires_at > ${now}`,
	)
}

export type AccountRepository = ReturnType<typeof createAccountRepository>
