-- The shop's own side: its devices and keys, what they did, its programs and webhooks, and shops that begin.

-- What opens the shop's side: the cookie of a kiosk, or the key of a program. Kept as a hash alone.
CREATE TABLE access_keys (
	id text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id),
	kind text NOT NULL,
	role text NOT NULL DEFAULT 'desk',
	staff_member_id text REFERENCES staff_members (id),
	name text NOT NULL,
	scopes text NOT NULL DEFAULT '[]',
	secret_hash text NOT NULL,
	made_by_key_id text,
	pin_hash text,
	wrong_pins integer NOT NULL DEFAULT 0,
	wrong_owner_pins integer NOT NULL DEFAULT 0,
	lock_count integer NOT NULL DEFAULT 0,
	created_at integer NOT NULL,
	last_seen_at integer,
	ended_at integer,
	ending text,
	CONSTRAINT access_key_kind CHECK (kind IN ('kiosk', 'api')),
	CONSTRAINT access_key_scopes CHECK (json_valid(scopes)),
	CONSTRAINT access_key_pin CHECK ((kind = 'kiosk') = (pin_hash IS NOT NULL) AND wrong_pins BETWEEN 0 AND 5),
	CONSTRAINT access_key_ended CHECK (
		(ended_at IS NULL) = (ending IS NULL) AND (ending IS NULL OR ending IN ('revoked', 'wrong_pins'))
	)
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX access_keys_secret_hash_unique ON access_keys (secret_hash);--> statement-breakpoint
CREATE INDEX access_keys_by_shop ON access_keys (shop_id, created_at);
--> statement-breakpoint

-- A link that makes one device the shop's kiosk, once. Its secret is kept as a hash alone.
CREATE TABLE kiosk_links (
	token_hash text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id),
	name text NOT NULL,
	role text NOT NULL DEFAULT 'desk',
	staff_member_id text REFERENCES staff_members (id),
	created_at integer NOT NULL,
	expires_at integer NOT NULL,
	made_by_key_id text,
	ended_at integer,
	key_id text REFERENCES access_keys (id)
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX kiosk_links_key_id_unique ON kiosk_links (key_id);--> statement-breakpoint
CREATE INDEX kiosk_links_by_expiry ON kiosk_links (expires_at);--> statement-breakpoint
CREATE INDEX kiosk_links_by_shop ON kiosk_links (shop_id, expires_at);
--> statement-breakpoint

-- A secret address at which a calendar reads the visits of a shop, or of one person. It answers while the device that
-- made it has a key and the person works there. Its secret is kept as a hash alone.
CREATE TABLE calendar_feeds (
	id text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id),
	key_id text NOT NULL REFERENCES access_keys (id),
	staff_member_id text REFERENCES staff_members (id) ON DELETE CASCADE,
	names_customers integer NOT NULL DEFAULT false,
	secret_hash text NOT NULL,
	created_at integer NOT NULL,
	ended_at integer
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX calendar_feeds_secret_hash_unique ON calendar_feeds (secret_hash);--> statement-breakpoint
CREATE INDEX calendar_feeds_by_shop ON calendar_feeds (shop_id, created_at);--> statement-breakpoint
CREATE INDEX calendar_feeds_ended ON calendar_feeds (ended_at) WHERE ended_at IS NOT NULL;
--> statement-breakpoint

-- An act of a shop's side: which key, when, what. It is written in the batch of its change, and its id is the
-- idempotency key of the request.
CREATE TABLE shop_acts (
	id text PRIMARY KEY NOT NULL,
	request_id text NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id),
	key_id text REFERENCES access_keys (id),
	operator_name text,
	kind text NOT NULL,
	subject_id text NOT NULL,
	summary text NOT NULL,
	acted_at integer NOT NULL,
	request_hash text,
	answer_status integer,
	answer_body text,
	CONSTRAINT shop_act_answer CHECK ((answer_status IS NULL) = (answer_body IS NULL))
) STRICT;
--> statement-breakpoint

CREATE INDEX shop_acts_by_shop ON shop_acts (shop_id, acted_at);--> statement-breakpoint
CREATE INDEX shop_acts_by_subject ON shop_acts (subject_id);--> statement-breakpoint
CREATE INDEX shop_acts_answered ON shop_acts (acted_at) WHERE answer_body IS NOT NULL;
--> statement-breakpoint

-- An address of the shop's own program, which is told what happens to its bookings.
CREATE TABLE shop_webhooks (
	id text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id),
	url text NOT NULL,
	secret text NOT NULL,
	created_at integer NOT NULL,
	failing_since integer,
	ended_at integer
) STRICT;
--> statement-breakpoint

CREATE INDEX shop_webhooks_by_shop ON shop_webhooks (shop_id, created_at);
--> statement-breakpoint

-- One event for one address, with its progress.
CREATE TABLE shop_deliveries (
	id text PRIMARY KEY NOT NULL,
	webhook_id text NOT NULL REFERENCES shop_webhooks (id),
	kind text NOT NULL,
	dedupe_key text NOT NULL,
	appointment_id text NOT NULL,
	payload text NOT NULL,
	created_at integer NOT NULL,
	attempt_count integer NOT NULL DEFAULT 0,
	next_attempt_at integer NOT NULL,
	delivered_at integer,
	dropped_at integer,
	last_result text,
	CONSTRAINT shop_delivery_payload CHECK (json_valid(payload))
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX shop_deliveries_once ON shop_deliveries (webhook_id, dedupe_key);--> statement-breakpoint
CREATE INDEX shop_deliveries_due ON shop_deliveries (next_attempt_at)
	WHERE delivered_at IS NULL AND dropped_at IS NULL;--> statement-breakpoint
CREATE INDEX shop_deliveries_by_webhook ON shop_deliveries (webhook_id, created_at);
--> statement-breakpoint

-- The form of a shop that wants to begin, from its sending to the operator's decision.
CREATE TABLE shop_signups (
	id text PRIMARY KEY NOT NULL,
	token_hash text NOT NULL,
	content_hash text NOT NULL,
	name text NOT NULL,
	type text NOT NULL,
	address text NOT NULL,
	area text NOT NULL,
	city text NOT NULL,
	phone text NOT NULL,
	email text NOT NULL,
	offer text NOT NULL,
	created_at integer NOT NULL,
	proved_at integer,
	decided_at integer,
	decision text,
	reason text,
	shop_id text REFERENCES shops (id),
	expires_at integer NOT NULL,
	CONSTRAINT shop_signup_type CHECK (type IN ('beauty', 'salon', 'spa', 'coffee', 'restaurant', 'retail')),
	CONSTRAINT shop_signup_decided CHECK (
		(decided_at IS NULL) = (decision IS NULL) AND (decision IS NULL OR decision IN ('approved', 'refused'))
	),
	CONSTRAINT shop_signup_approved CHECK (
		(decision IS 'approved') = (shop_id IS NOT NULL) AND (decision IS NULL OR proved_at IS NOT NULL)
	)
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX shop_signups_token_hash_unique ON shop_signups (token_hash);--> statement-breakpoint
CREATE UNIQUE INDEX shop_signups_shop_id_unique ON shop_signups (shop_id);--> statement-breakpoint
CREATE UNIQUE INDEX shop_signups_once ON shop_signups (content_hash) WHERE decided_at IS NULL;--> statement-breakpoint
CREATE INDEX shop_signups_waiting ON shop_signups (proved_at) WHERE proved_at IS NOT NULL AND decided_at IS NULL;--> statement-breakpoint
CREATE INDEX shop_signups_by_email ON shop_signups (email);--> statement-breakpoint
CREATE INDEX shop_signups_by_expiry ON shop_signups (expires_at);
