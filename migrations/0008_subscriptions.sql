-- Plans, what customers bought of them, entries, and sessions with their waiting lists.

-- What a shop sells for a period: unlimited visits, a number a week, or a number in all.
CREATE TABLE subscription_plans (
	id text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id),
	title text NOT NULL,
	description text NOT NULL DEFAULT '',
	price_kobo integer NOT NULL,
	entry_kind text NOT NULL,
	total_visits_allowed integer,
	max_entries_per_week integer,
	period_days integer NOT NULL DEFAULT 30,
	max_pauses integer NOT NULL DEFAULT 1,
	max_pause_days integer NOT NULL DEFAULT 30,
	is_payable_at_shop integer NOT NULL DEFAULT true,
	status text NOT NULL DEFAULT 'on_offer',
	created_at integer NOT NULL,
	CONSTRAINT subscription_plan_vocabulary CHECK (
		entry_kind IN ('unlimited', 'weekly', 'total') AND status IN ('on_offer', 'withdrawn')
	),
	CONSTRAINT subscription_plan_entries CHECK (
		(entry_kind = 'total') = (total_visits_allowed IS NOT NULL)
		AND (entry_kind = 'weekly') = (max_entries_per_week IS NOT NULL) AND coalesce(total_visits_allowed, 1) > 0
		AND coalesce(max_entries_per_week, 1) > 0
	),
	CONSTRAINT subscription_plan_price CHECK (price_kobo > 0 AND price_kobo % 100 = 0),
	CONSTRAINT subscription_plan_times CHECK (
		period_days BETWEEN 1 AND 366 AND max_pauses >= 0 AND max_pause_days BETWEEN 1 AND 366
	)
) STRICT;
--> statement-breakpoint

-- Of all shops, the newest first.
CREATE INDEX subscription_plans_on_offer ON subscription_plans (created_at, id) WHERE status = 'on_offer';--> statement-breakpoint
-- Of a shop, which also reads its withdrawn ones.
CREATE INDEX subscription_plans_of_shop ON subscription_plans (shop_id, status, title);
--> statement-breakpoint

-- The plan that a checkout buys. It becomes a subscription when its money comes, or when the shop says that it was paid
-- there. An order to be paid at the shop ends by itself (D45).
CREATE TABLE plan_orders (
	checkout_id text PRIMARY KEY NOT NULL REFERENCES checkouts (id) ON DELETE CASCADE,
	plan_id text NOT NULL REFERENCES subscription_plans (id),
	user_id text NOT NULL,
	reference_number text NOT NULL,
	renews_subscription_id text REFERENCES subscriptions (id),
	auto_renews integer NOT NULL,
	created_at integer NOT NULL,
	expires_at integer,
	ended_at integer
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX plan_orders_reference_number_unique ON plan_orders (reference_number);--> statement-breakpoint
CREATE INDEX plan_orders_by_user ON plan_orders (user_id, created_at);--> statement-breakpoint
-- One open order for each account, plan and renewal (D62).
CREATE UNIQUE INDEX plan_orders_one_open ON plan_orders (
	user_id,
	plan_id,
	(CASE WHEN renews_subscription_id IS NULL THEN '' ELSE renews_subscription_id END)
) WHERE expires_at IS NOT NULL AND ended_at IS NULL;--> statement-breakpoint
-- Orders that wait for their money at a shop.
CREATE INDEX plan_orders_waiting ON plan_orders (plan_id, expires_at)
	WHERE expires_at IS NOT NULL AND ended_at IS NULL;
--> statement-breakpoint

-- One paid period of a plan. The plan's terms of that moment hold to its end.
CREATE TABLE subscriptions (
	id text PRIMARY KEY NOT NULL,
	plan_id text NOT NULL REFERENCES subscription_plans (id),
	shop_id text NOT NULL REFERENCES shops (id),
	user_id text NOT NULL,
	checkout_id text NOT NULL REFERENCES checkouts (id),
	renews_subscription_id text REFERENCES subscriptions (id),
	entry_kind text NOT NULL,
	total_visits_allowed integer,
	max_entries_per_week integer,
	max_pauses integer NOT NULL,
	max_pause_days integer NOT NULL,
	price_kobo integer NOT NULL,
	starts_at integer NOT NULL,
	ends_at integer NOT NULL,
	auto_renews integer NOT NULL,
	paused_at integer,
	resumes_at integer,
	pause_count integer NOT NULL DEFAULT 0,
	cancelled_at integer,
	cancellation_reason text,
	created_at integer NOT NULL,
	CONSTRAINT subscription_vocabulary CHECK (entry_kind IN ('unlimited', 'weekly', 'total')),
	CONSTRAINT subscription_entries_allowed CHECK (
		(entry_kind = 'total') = (total_visits_allowed IS NOT NULL)
		AND (entry_kind = 'weekly') = (max_entries_per_week IS NOT NULL)
	),
	CONSTRAINT subscription_period CHECK (starts_at < ends_at),
	CONSTRAINT subscription_pause CHECK (
		(paused_at IS NULL) = (resumes_at IS NULL) AND coalesce(paused_at <= resumes_at, 1)
		AND pause_count BETWEEN 0 AND max_pauses
	),
	CONSTRAINT subscription_cancelled CHECK ((cancelled_at IS NULL) = (cancellation_reason IS NULL))
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX subscriptions_checkout_id_unique ON subscriptions (checkout_id);--> statement-breakpoint
CREATE UNIQUE INDEX subscriptions_renews_subscription_id_unique ON subscriptions (renews_subscription_id);--> statement-breakpoint
CREATE INDEX subscriptions_by_user ON subscriptions (user_id, ends_at);--> statement-breakpoint
CREATE INDEX subscriptions_by_plan ON subscriptions (plan_id, ends_at);--> statement-breakpoint
-- Those whose holders are asked to pay for the next period.
CREATE INDEX subscriptions_to_renew ON subscriptions (ends_at) WHERE auto_renews = 1 AND cancelled_at IS NULL;--> statement-breakpoint
-- Sold by a shop in a period.
CREATE INDEX subscriptions_by_shop ON subscriptions (shop_id, created_at);
--> statement-breakpoint

-- An entry that a subscription has given: for a place in a session, or for a visit without one. It counts in a week
-- until it is returned.
CREATE TABLE subscription_entries (
	id text PRIMARY KEY NOT NULL,
	subscription_id text NOT NULL REFERENCES subscriptions (id),
	week_starts_at integer NOT NULL,
	booking_id text REFERENCES session_bookings (id),
	taken_at integer NOT NULL,
	returned_at integer
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX subscription_entries_booking_id_unique ON subscription_entries (booking_id);--> statement-breakpoint
-- Counted entries: in all, and in a week.
CREATE INDEX subscription_entries_counted ON subscription_entries (subscription_id, week_starts_at)
	WHERE returned_at IS NULL;
--> statement-breakpoint

-- The usage history of a subscription.
CREATE TABLE subscription_usage (
	id text PRIMARY KEY NOT NULL,
	subscription_id text NOT NULL REFERENCES subscriptions (id),
	action text NOT NULL,
	entries_before integer NOT NULL,
	entries_after integer NOT NULL,
	session_id text REFERENCES plan_sessions (id),
	occurred_at integer NOT NULL,
	CONSTRAINT subscription_usage_action CHECK (
		action IN (
			'visit', 'booking', 'cancel', 'late_cancel', 'called_off', 'pause', 'resume', 'renewed',
			'cancelled'
		)
	)
) STRICT;
--> statement-breakpoint

CREATE INDEX subscription_usage_by_subscription ON subscription_usage (subscription_id, occurred_at);
--> statement-breakpoint

-- A code that lets its holder in once. The QR code holds its id, signed; `typed_code` is read out instead.
CREATE TABLE check_in_codes (
	id text PRIMARY KEY NOT NULL,
	subscription_id text NOT NULL REFERENCES subscriptions (id),
	shop_id text NOT NULL REFERENCES shops (id),
	typed_code text NOT NULL,
	created_at integer NOT NULL,
	expires_at integer NOT NULL,
	used_at integer,
	used_by_key text,
	booking_id text REFERENCES session_bookings (id),
	CONSTRAINT check_in_code_used CHECK ((used_at IS NULL) = (used_by_key IS NULL))
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX check_in_codes_one_a_shop ON check_in_codes (shop_id, typed_code);--> statement-breakpoint
CREATE INDEX check_in_codes_by_subscription ON check_in_codes (subscription_id, created_at);--> statement-breakpoint
CREATE INDEX check_in_codes_by_expiry ON check_in_codes (expires_at);
--> statement-breakpoint

-- A class of a plan at a time. A class that moves is called off, and another one is made.
CREATE TABLE plan_sessions (
	id text PRIMARY KEY NOT NULL,
	plan_id text NOT NULL REFERENCES subscription_plans (id),
	shop_id text NOT NULL REFERENCES shops (id),
	staff_member_id text REFERENCES staff_members (id),
	starts_at integer NOT NULL,
	duration_minutes integer NOT NULL DEFAULT 60,
	week_starts_at integer NOT NULL,
	capacity integer NOT NULL DEFAULT 0,
	called_off_at integer,
	CONSTRAINT plan_session_numbers CHECK (
		duration_minutes BETWEEN 1 AND 1440 AND capacity >= 0 AND starts_at - week_starts_at BETWEEN 0 AND 694800000
	)
) STRICT;
--> statement-breakpoint

CREATE INDEX plan_sessions_by_plan ON plan_sessions (plan_id, starts_at);
--> statement-breakpoint

-- A place in a session. Its times are the session's.
CREATE TABLE session_bookings (
	id text PRIMARY KEY NOT NULL,
	session_id text NOT NULL REFERENCES plan_sessions (id),
	subscription_id text NOT NULL REFERENCES subscriptions (id),
	user_id text NOT NULL,
	starts_at integer NOT NULL,
	ends_at integer NOT NULL,
	status text NOT NULL DEFAULT 'booked',
	booked_at integer NOT NULL,
	completed_at integer,
	cancelled_at integer,
	cancelled_by text,
	cancellation_reason text,
	CONSTRAINT session_booking_status CHECK (
		status IN ('booked', 'completed', 'cancelled') AND (status = 'completed') = (completed_at IS NOT NULL)
		AND (status = 'cancelled') = (cancelled_at IS NOT NULL) AND (cancelled_at IS NULL) = (cancelled_by IS NULL)
		AND (cancelled_by IS NULL OR cancelled_by IN ('customer', 'shop', 'pause', 'plan'))
	)
) STRICT;
--> statement-breakpoint

-- One live place for each person and session (D47).
CREATE UNIQUE INDEX session_bookings_one_a_person ON session_bookings (session_id, user_id)
	WHERE status <> 'cancelled';--> statement-breakpoint
CREATE INDEX session_bookings_by_user ON session_bookings (user_id, starts_at);--> statement-breakpoint
CREATE INDEX session_bookings_by_subscription ON session_bookings (subscription_id, starts_at);
--> statement-breakpoint

-- A customer who waits for a seat. A freed one is held for them until the offer ends; letting two pass ends the wait
-- (D49).
CREATE TABLE session_waits (
	id text PRIMARY KEY NOT NULL,
	session_id text NOT NULL REFERENCES plan_sessions (id),
	subscription_id text NOT NULL REFERENCES subscriptions (id),
	user_id text NOT NULL,
	joined_at integer NOT NULL,
	offer_count integer NOT NULL DEFAULT 0,
	offered_at integer,
	offer_expires_at integer,
	ended_at integer,
	ended_by text,
	CONSTRAINT session_wait_ended CHECK (
		(ended_at IS NULL) = (ended_by IS NULL)
		AND (ended_by IS NULL OR ended_by IN ('left', 'booked', 'called_off', 'plan'))
	),
	CONSTRAINT session_wait_offer CHECK (
		offer_count BETWEEN 0 AND 2 AND (offer_count = 0) = (offered_at IS NULL)
		AND (offered_at IS NULL) = (offer_expires_at IS NULL)
	)
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX session_waits_one_a_person ON session_waits (session_id, user_id) WHERE ended_at IS NULL;--> statement-breakpoint
-- Ended waits too: they are deleted with their account (S37).
CREATE INDEX session_waits_by_user ON session_waits (user_id);
--> statement-breakpoint

-- No two live periods of one account and plan overlap (F16). A pause moves the later periods first, then the end of
-- its own.
CREATE TRIGGER subscriptions_apart BEFORE INSERT ON subscriptions WHEN NEW.cancelled_at IS NULL
BEGIN
	SELECT RAISE(ABORT, 'periods_overlap') FROM subscriptions WHERE user_id = NEW.user_id AND plan_id = NEW.plan_id
		AND cancelled_at IS NULL AND ends_at > NEW.starts_at AND starts_at < NEW.ends_at;
END;
--> statement-breakpoint

CREATE TRIGGER subscriptions_stay_apart BEFORE UPDATE OF ends_at ON subscriptions
WHEN NEW.ends_at > OLD.ends_at AND NEW.starts_at = OLD.starts_at AND NEW.cancelled_at IS NULL
BEGIN
	SELECT RAISE(ABORT, 'periods_overlap') FROM subscriptions WHERE user_id = NEW.user_id AND plan_id = NEW.plan_id
		AND id <> NEW.id AND cancelled_at IS NULL AND ends_at > NEW.starts_at AND starts_at < NEW.ends_at;
END;
--> statement-breakpoint

-- Never more entries than the plan has, in all or in a week (D10).
CREATE TRIGGER subscription_entries_within_plan AFTER INSERT ON subscription_entries
BEGIN
	SELECT RAISE(ABORT, 'entries_used_up') FROM subscriptions WHERE id = NEW.subscription_id AND (
		(SELECT count(*) FROM subscription_entries WHERE subscription_id = NEW.subscription_id AND returned_at IS NULL)
			> total_visits_allowed
		OR (SELECT count(*) FROM subscription_entries WHERE subscription_id = NEW.subscription_id AND returned_at IS NULL
			AND week_starts_at = NEW.week_starts_at) > max_entries_per_week);
END;
--> statement-breakpoint

-- The first takes a seat; a seat offered to a waiting customer is theirs (D49).
CREATE TRIGGER session_bookings_need_seat BEFORE INSERT ON session_bookings
BEGIN
	SELECT RAISE(ABORT, 'session_not_bookable') FROM plan_sessions
		WHERE id = NEW.session_id
			AND (called_off_at IS NOT NULL OR starts_at <= NEW.booked_at OR starts_at <> NEW.starts_at);
	SELECT RAISE(ABORT, 'session_full') FROM plan_sessions WHERE id = NEW.session_id AND capacity <=
		(SELECT count(*) FROM session_bookings WHERE session_id = NEW.session_id AND status <> 'cancelled')
		+ (SELECT count(*) FROM session_waits WHERE session_id = NEW.session_id AND ended_at IS NULL
			AND offer_expires_at > NEW.booked_at AND user_id <> NEW.user_id);
END;
--> statement-breakpoint

-- A cancelled place is not taken again: another one is booked.
CREATE TRIGGER session_bookings_cancelled_final BEFORE UPDATE OF status ON session_bookings
WHEN OLD.status = 'cancelled' AND NEW.status <> 'cancelled'
BEGIN
	SELECT RAISE(ABORT, 'session_booking_ended');
END;
