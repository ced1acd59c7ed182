-- Who the customer is: accounts, their browsers, mailed links, favorites, and attempts for rate limits.
--
-- This is the first file of the baseline: one for each context, 0000 to 0010 (docs/decisions/147). Columns are
-- described where code reads them, in db/schema. Tables are STRICT, because the client binds JavaScript numbers as REAL
-- and a loose TEXT column would keep '12345.0'. A trigger is named for its table and for what it refuses or does. The
-- word after ABORT is what db/database-error.server.ts reads. Of a table's triggers on one event the last one made runs
-- first.

-- Who can sign in. What other people may see of them is in `profiles`.
CREATE TABLE users (
	id text PRIMARY KEY NOT NULL,
	email text NOT NULL,
	password_hash text NOT NULL,
	email_verified_at integer,
	created_at integer NOT NULL,
	CONSTRAINT user_email_case CHECK (email = lower(email))
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX users_email_unique ON users (email);
--> statement-breakpoint

-- One per user, with its id. A table of its own: without a profile sign-in is refused (C2).
CREATE TABLE profiles (
	id text PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	first_name text NOT NULL,
	last_name text NOT NULL,
	email text NOT NULL,
	phone text,
	role text
) STRICT;
--> statement-breakpoint

-- A browser that is signed in. Of its cookie's token only the SHA-256 is kept, so that a stolen dump opens nothing.
CREATE TABLE sessions (
	token_hash text PRIMARY KEY NOT NULL,
	id text NOT NULL,
	user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	device_label text NOT NULL,
	created_at integer NOT NULL,
	last_seen_at integer NOT NULL,
	proven_at integer,
	expires_at integer NOT NULL
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX sessions_id_unique ON sessions (id);--> statement-breakpoint
CREATE INDEX sessions_by_user ON sessions (user_id, expires_at);--> statement-breakpoint
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
--> statement-breakpoint

-- Sign-ins and security events of an account, for its owner; kept for 90 days.
CREATE TABLE account_events (
	id text PRIMARY KEY NOT NULL,
	user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	kind text NOT NULL,
	device_label text NOT NULL,
	happened_at integer NOT NULL,
	times integer NOT NULL DEFAULT 1
) STRICT;
--> statement-breakpoint

CREATE INDEX account_events_by_user ON account_events (user_id, happened_at);--> statement-breakpoint
CREATE INDEX account_events_by_time ON account_events (happened_at);
--> statement-breakpoint

-- Links of mails: each works once, for 30 minutes, and only the newest of its kind. Only the token's SHA-256 is kept.
CREATE TABLE account_tokens (
	id text PRIMARY KEY NOT NULL,
	token_hash text NOT NULL,
	kind text NOT NULL,
	user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	created_at integer NOT NULL,
	expires_at integer NOT NULL,
	used_at integer,
	CONSTRAINT account_token_kind CHECK (kind IN ('reset', 'verify'))
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX account_tokens_token_hash_unique ON account_tokens (token_hash);--> statement-breakpoint
CREATE UNIQUE INDEX account_tokens_newest ON account_tokens (user_id, kind) WHERE used_at IS NULL;--> statement-breakpoint
CREATE INDEX account_tokens_by_expiry ON account_tokens (expires_at);
--> statement-breakpoint

-- Rate limits; a new one is a row (docs/decisions/080).
CREATE TABLE rate_limit_kinds (
	kind text PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint

-- Attempts by account, by device and by network address; the subject is a keyed hash of one of these.
CREATE TABLE rate_limits (
	kind text NOT NULL REFERENCES rate_limit_kinds (kind),
	subject text NOT NULL,
	attempts integer NOT NULL,
	last_attempt_at integer NOT NULL,
	expires_at integer NOT NULL,
	PRIMARY KEY (kind, subject)
) STRICT;
--> statement-breakpoint

CREATE INDEX rate_limits_by_expiry ON rate_limits (expires_at);
--> statement-breakpoint

-- A shop that an account has marked.
CREATE TABLE user_favorites (
	id text PRIMARY KEY NOT NULL,
	user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	shop_id text NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
	created_at integer NOT NULL
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX user_favorites_once ON user_favorites (user_id, shop_id);
--> statement-breakpoint

INSERT INTO rate_limit_kinds (kind) VALUES
	('sign-in-account'), ('sign-in-device'), ('sign-in-network'), ('register-network'), ('reset-account'),
	('reset-network'), ('promo-network'), ('check-in'), ('api-key'), ('shop-code'), ('links-address'),
	('links-network'), ('claim-account'), ('email-change'), ('email-change-network'), ('erase-address'),
	('erase-network'), ('customer-search'), ('shop-signup-email'), ('shop-signup-network'), ('payout-account');
