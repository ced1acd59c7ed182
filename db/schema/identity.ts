import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { accountEventKinds, accountTokenKinds, rateLimitKinds } from '#app/kernel/vocabulary/identity.ts'
import { foreignId, id, instantColumn, oneOf } from './columns.ts'
import { shops } from './discovery.ts'

/** Who can sign in. `profiles` holds what other people may see. */
export const users = sqliteTable(
	'users',
	{
		id: id(),
		/** As `parseEmail` stores it: trimmed, lower case. */
		email: text('email').notNull().unique(),
		/** PHC string: algorithm, parameters, salt and hash together, so that parameters can grow. */
		passwordHash: text('password_hash').notNull(),
		/** Null until a mailed link was followed; only then are older guest bookings linked (D8). */
		emailVerifiedAt: instantColumn('email_verified_at'),
		createdAt: instantColumn('created_at').notNull(),
	},
	(t) => [check('user_email_case', sql`${t.email} = lower(${t.email})`)],
)

/** A separate table, because a profile can be missing: sign-in is then refused (C2). */
export const profiles = sqliteTable('profiles', {
	id: text('id')
		.primaryKey()
		.references(() => users.id, { onDelete: 'cascade' }),
	firstName: text('first_name').notNull(),
	lastName: text('last_name').notNull(),
	email: text('email').notNull(),
	/** E.164. */
	phone: text('phone'),
	/** Other programs may write other roles than 'client', or none. */
	role: text('role'),
})

/** Only the SHA-256 of the cookie's token is kept, so that a stolen dump opens nothing. */
export const sessions = sqliteTable(
	'sessions',
	{
		tokenHash: text('token_hash').primaryKey(),
		/** Names the session in a list; it grants nothing. */
		id: text('id').notNull().unique(),
		userId: foreignId('user_id', () => users.id, { onDelete: 'cascade' }),
		deviceLabel: text('device_label').notNull(),
		createdAt: instantColumn('created_at').notNull(),
		lastSeenAt: instantColumn('last_seen_at').notNull(),
		provenAt: instantColumn('proven_at'),
		/** 14 days after it was last seen, at most 30 after it began. */
		expiresAt: instantColumn('expires_at').notNull(),
	},
	(t) => [index('sessions_by_user').on(t.userId, t.expiresAt), index('sessions_by_expiry').on(t.expiresAt)],
)

/** Safety events of an account, for its owner; kept for 90 days. */
export const accountEvents = sqliteTable(
	'account_events',
	{
		id: id(),
		userId: foreignId('user_id', () => users.id, { onDelete: 'cascade' }),
		/** No check, so that a further kind needs no new table. */
		kind: text('kind', { enum: accountEventKinds }).notNull(),
		/** 'Chrome on Android'. */
		deviceLabel: text('device_label').notNull(),
		happenedAt: instantColumn('happened_at').notNull(),
		/** Wrong passwords of one hour are one row. */
		times: integer('times').notNull().default(1),
	},
	(t) => [
		index('account_events_by_user').on(t.userId, t.happenedAt),
		index('account_events_by_time').on(t.happenedAt),
	],
)

/** Each works once, for 30 minutes, and only the newest of its kind. Only the token's SHA-256 is kept. */
export const accountTokens = sqliteTable(
	'account_tokens',
	{
		/** The mailed token is derived from it and a server key (docs/decisions). */
		id: id(),
		tokenHash: text('token_hash').notNull().unique(),
		kind: text('kind', { enum: accountTokenKinds }).notNull(),
		userId: foreignId('user_id', () => users.id, { onDelete: 'cascade' }),
		createdAt: instantColumn('created_at').notNull(),
		expiresAt: instantColumn('expires_at').notNull(),
		usedAt: instantColumn('used_at'),
	},
	(t) => [
		check('account_token_kind', oneOf(t.kind, accountTokenKinds)),
		uniqueIndex('account_tokens_newest').on(t.userId, t.kind).where(sql`${t.usedAt} is null`),
		index('account_tokens_by_expiry').on(t.expiresAt),
	],
)

/** A new limit is a row (docs/decisions/080). */
export const rateLimitKindRows = sqliteTable('rate_limit_kinds', {
	kind: text('kind', { enum: rateLimitKinds }).primaryKey(),
})

/** Attempts by account, device and network address; the subject is a keyed hash. */
export const rateLimits = sqliteTable(
	'rate_limits',
	{
		kind: text('kind', { enum: rateLimitKinds })
			.notNull()
			.references(() => rateLimitKindRows.kind),
		subject: text('subject').notNull(),
		attempts: integer('attempts').notNull(),
		lastAttemptAt: instantColumn('last_attempt_at').notNull(),
		expiresAt: instantColumn('expires_at').notNull(),
	},
	(t) => [primaryKey({ columns: [t.kind, t.subject] }), index('rate_limits_by_expiry').on(t.expiresAt)],
)

export const userFavorites = sqliteTable(
	'user_favorites',
	{
		id: id(),
		userId: foreignId('user_id', () => users.id, { onDelete: 'cascade' }),
		shopId: foreignId('shop_id', () => shops.id, { onDelete: 'cascade' }),
		createdAt: instantColumn('created_at').notNull(),
	},
	(t) => [uniqueIndex('user_favorites_once').on(t.userId, t.shopId)],
)
