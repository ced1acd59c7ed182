-- Messages to send, what accounts were told, and where push messages go.

-- Messages to send, written in the batch that makes them true, so that neither exists without the other.
CREATE TABLE outbox (
	id text PRIMARY KEY NOT NULL,
	kind text NOT NULL,
	dedupe_key text NOT NULL,
	recipient_email text,
	mailbox text GENERATED ALWAYS AS (
		CASE WHEN rtrim(substr(recipient_email, instr(recipient_email, '@') + 1), '.') IN ('gmail.com', 'googlemail.com')
		THEN replace(substr(recipient_email, 1, instr(replace(recipient_email, '+', '@'), '@') - 1), '.', '')
			|| '@gmail.com'
		ELSE substr(recipient_email, 1, instr(replace(recipient_email, '+', '@'), '@') - 1)
			|| '@' || rtrim(substr(recipient_email, instr(recipient_email, '@') + 1), '.')
		END
	) VIRTUAL,
	recipient_phone text,
	user_id text,
	payload text NOT NULL,
	created_at integer NOT NULL,
	sent_at integer,
	attempt_count integer NOT NULL DEFAULT 0,
	next_attempt_at integer NOT NULL,
	by_shop_id text,
	withheld_at integer,
	waiting_since integer,
	batch_key text,
	CONSTRAINT outbox_payload CHECK (json_valid(payload))
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX outbox_dedupe_key_unique ON outbox (dedupe_key);--> statement-breakpoint
CREATE INDEX outbox_due ON outbox (sent_at, next_attempt_at);--> statement-breakpoint
CREATE INDEX outbox_by_recipient ON outbox (recipient_email);--> statement-breakpoint
CREATE INDEX outbox_by_mailbox ON outbox (mailbox);--> statement-breakpoint
CREATE INDEX outbox_by_changed_user ON outbox (payload ->> 'userId') WHERE kind = 'email_changed';--> statement-breakpoint
CREATE INDEX outbox_by_shop ON outbox (by_shop_id, sent_at) WHERE by_shop_id IS NOT NULL;
--> statement-breakpoint

-- What an account was told, for the bell: written when a message goes out, kept for 90 days.
CREATE TABLE notifications (
	id text PRIMARY KEY NOT NULL,
	user_id text NOT NULL,
	kind text NOT NULL,
	title text NOT NULL,
	words text NOT NULL,
	path text NOT NULL,
	told_at integer NOT NULL
) STRICT;
--> statement-breakpoint

CREATE INDEX notifications_by_user ON notifications (user_id, told_at);
--> statement-breakpoint

-- Up to when an account has seen its notices.
CREATE TABLE notifications_seen (
	user_id text PRIMARY KEY NOT NULL,
	seen_at integer NOT NULL
) STRICT;
--> statement-breakpoint

-- Messages that were switched off: an account's by its id, a guest's by the address.
CREATE TABLE message_opt_outs (
	subject text NOT NULL,
	topic text NOT NULL,
	opted_out_at integer NOT NULL,
	PRIMARY KEY (subject, topic),
	CONSTRAINT message_topic CHECK (topic IN ('reminders', 'reviews', 'waitlist', 'plans', 'rewards'))
) STRICT;
--> statement-breakpoint

-- A browser that shows push messages: of a signed-in account as long as that session lives, or of one booking of a
-- guest.
CREATE TABLE push_subscriptions (
	id text PRIMARY KEY NOT NULL,
	session_id text REFERENCES sessions (id) ON DELETE CASCADE,
	appointment_id text,
	endpoint text NOT NULL,
	p256dh text NOT NULL,
	auth text NOT NULL,
	created_at integer NOT NULL,
	CONSTRAINT push_subscription_owner CHECK ((session_id IS NULL) <> (appointment_id IS NULL))
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX push_subscription_of_session ON push_subscriptions (session_id);--> statement-breakpoint
CREATE UNIQUE INDEX push_subscriptions_by_appointment ON push_subscriptions (appointment_id, endpoint);
