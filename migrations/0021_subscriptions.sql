-- Subscriptions: plans, their sale, periods that were paid for, sessions, places, entries, waiting, check-in. Tables by
-- drizzle-kit; STRICT, the rows, the laws and the words of refused batches by hand.
INSERT INTO `purchase_kinds` (`kind`) VALUES ('plan');
--> statement-breakpoint
INSERT INTO `rate_limit_kinds` (`kind`) VALUES ('check-in');
--> statement-breakpoint
INSERT INTO `payment_outcomes` (`kind`) VALUES ('subscribed');
--> statement-breakpoint
INSERT INTO `refund_reasons` (`kind`) VALUES ('plan_cancelled'), ('plan_not_on_offer');
--> statement-breakpoint
CREATE TABLE `check_in_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`subscription_id` text NOT NULL,
	`shop_id` text NOT NULL,
	`typed_code` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`used_by_key` text,
	`booking_id` text,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `session_bookings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "check_in_code_used" CHECK(("check_in_codes"."used_at" is null) = ("check_in_codes"."used_by_key" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `check_in_codes_one_a_shop` ON `check_in_codes` (`shop_id`,`typed_code`);--> statement-breakpoint
CREATE INDEX `check_in_codes_by_subscription` ON `check_in_codes` (`subscription_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `check_in_codes_by_expiry` ON `check_in_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `plan_orders` (
	`checkout_id` text PRIMARY KEY NOT NULL,
	`plan_id` text NOT NULL,
	`user_id` text NOT NULL,
	`reference_number` text NOT NULL,
	`renews_subscription_id` text,
	`auto_renews` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`plan_id`) REFERENCES `subscription_plans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`renews_subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `plan_orders_reference_number_unique` ON `plan_orders` (`reference_number`);--> statement-breakpoint
CREATE INDEX `plan_orders_by_user` ON `plan_orders` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `plan_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`plan_id` text NOT NULL,
	`shop_id` text NOT NULL,
	`staff_member_id` text,
	`starts_at` integer NOT NULL,
	`duration_minutes` integer DEFAULT 60 NOT NULL,
	`week_starts_at` integer NOT NULL,
	`capacity` integer DEFAULT 0 NOT NULL,
	`called_off_at` integer,
	FOREIGN KEY (`plan_id`) REFERENCES `subscription_plans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_member_id`) REFERENCES `staff_members`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plan_session_numbers" CHECK("plan_sessions"."duration_minutes" between 1 and 1440 and "plan_sessions"."capacity" >= 0 and "plan_sessions"."starts_at" - "plan_sessions"."week_starts_at" between 0 and 694800000)
) STRICT;
--> statement-breakpoint
CREATE INDEX `plan_sessions_by_plan` ON `plan_sessions` (`plan_id`,`starts_at`);--> statement-breakpoint
CREATE TABLE `session_bookings` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`user_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`status` text DEFAULT 'booked' NOT NULL,
	`booked_at` integer NOT NULL,
	`completed_at` integer,
	`cancelled_at` integer,
	`cancelled_by` text,
	`cancellation_reason` text,
	FOREIGN KEY (`session_id`) REFERENCES `plan_sessions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "session_booking_status" CHECK("status" in ('booked', 'completed', 'cancelled') and ("session_bookings"."status" = 'completed') = ("session_bookings"."completed_at" is not null) and ("session_bookings"."status" = 'cancelled') = ("session_bookings"."cancelled_at" is not null) and ("session_bookings"."cancelled_at" is null) = ("session_bookings"."cancelled_by" is null) and ("session_bookings"."cancelled_by" is null or "cancelled_by" in ('customer', 'shop', 'pause', 'plan')))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `session_bookings_one_a_person` ON `session_bookings` (`session_id`,`user_id`) WHERE "session_bookings"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX `session_bookings_by_user` ON `session_bookings` (`user_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `session_bookings_by_subscription` ON `session_bookings` (`subscription_id`,`starts_at`);--> statement-breakpoint
CREATE TABLE `session_waits` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`user_id` text NOT NULL,
	`joined_at` integer NOT NULL,
	`offer_count` integer DEFAULT 0 NOT NULL,
	`offered_at` integer,
	`offer_expires_at` integer,
	`ended_at` integer,
	`ended_by` text,
	FOREIGN KEY (`session_id`) REFERENCES `plan_sessions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "session_wait_ended" CHECK(("session_waits"."ended_at" is null) = ("session_waits"."ended_by" is null) and ("session_waits"."ended_by" is null or "ended_by" in ('left', 'booked', 'called_off', 'plan'))),
	CONSTRAINT "session_wait_offer" CHECK("session_waits"."offer_count" between 0 and 2 and ("session_waits"."offer_count" = 0) = ("session_waits"."offered_at" is null) and ("session_waits"."offered_at" is null) = ("session_waits"."offer_expires_at" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `session_waits_one_a_person` ON `session_waits` (`session_id`,`user_id`) WHERE "session_waits"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `session_waits_by_user` ON `session_waits` (`user_id`) WHERE "session_waits"."ended_at" is null;--> statement-breakpoint
CREATE TABLE `subscription_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`subscription_id` text NOT NULL,
	`week_starts_at` integer NOT NULL,
	`booking_id` text,
	`taken_at` integer NOT NULL,
	`returned_at` integer,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `session_bookings`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `subscription_entries_booking_id_unique` ON `subscription_entries` (`booking_id`);--> statement-breakpoint
CREATE INDEX `subscription_entries_counted` ON `subscription_entries` (`subscription_id`,`week_starts_at`) WHERE "subscription_entries"."returned_at" is null;--> statement-breakpoint
CREATE TABLE `subscription_plans` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`price_kobo` integer NOT NULL,
	`entry_kind` text NOT NULL,
	`total_visits_allowed` integer,
	`max_entries_per_week` integer,
	`period_days` integer DEFAULT 30 NOT NULL,
	`max_pauses` integer DEFAULT 1 NOT NULL,
	`max_pause_days` integer DEFAULT 30 NOT NULL,
	`is_payable_at_shop` integer DEFAULT true NOT NULL,
	`status` text DEFAULT 'on_offer' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscription_plan_vocabulary" CHECK("entry_kind" in ('unlimited', 'weekly', 'total') and "status" in ('on_offer', 'withdrawn')),
	CONSTRAINT "subscription_plan_entries" CHECK(("subscription_plans"."entry_kind" = 'total') = ("subscription_plans"."total_visits_allowed" is not null) and ("subscription_plans"."entry_kind" = 'weekly') = ("subscription_plans"."max_entries_per_week" is not null) and coalesce("subscription_plans"."total_visits_allowed", 1) > 0 and coalesce("subscription_plans"."max_entries_per_week", 1) > 0),
	CONSTRAINT "subscription_plan_price" CHECK("subscription_plans"."price_kobo" > 0 and "subscription_plans"."price_kobo" % 100 = 0),
	CONSTRAINT "subscription_plan_times" CHECK("subscription_plans"."period_days" between 1 and 366 and "subscription_plans"."max_pauses" >= 0 and "subscription_plans"."max_pause_days" between 1 and 366)
) STRICT;
--> statement-breakpoint
CREATE INDEX `subscription_plans_by_shop` ON `subscription_plans` (`shop_id`) WHERE "subscription_plans"."status" = 'on_offer';--> statement-breakpoint
CREATE INDEX `subscription_plans_on_offer` ON `subscription_plans` (`created_at`,`id`) WHERE "subscription_plans"."status" = 'on_offer';--> statement-breakpoint
CREATE TABLE `subscription_usage` (
	`id` text PRIMARY KEY NOT NULL,
	`subscription_id` text NOT NULL,
	`action` text NOT NULL,
	`entries_before` integer NOT NULL,
	`entries_after` integer NOT NULL,
	`session_id` text,
	`occurred_at` integer NOT NULL,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`session_id`) REFERENCES `plan_sessions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscription_usage_action" CHECK("action" in ('visit', 'booking', 'cancel', 'late_cancel', 'called_off', 'pause', 'resume', 'renewed', 'cancelled'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `subscription_usage_by_subscription` ON `subscription_usage` (`subscription_id`,`occurred_at`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`plan_id` text NOT NULL,
	`shop_id` text NOT NULL,
	`user_id` text NOT NULL,
	`checkout_id` text NOT NULL,
	`renews_subscription_id` text,
	`entry_kind` text NOT NULL,
	`total_visits_allowed` integer,
	`max_entries_per_week` integer,
	`max_pauses` integer NOT NULL,
	`max_pause_days` integer NOT NULL,
	`price_kobo` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`auto_renews` integer NOT NULL,
	`paused_at` integer,
	`resumes_at` integer,
	`pause_count` integer DEFAULT 0 NOT NULL,
	`cancelled_at` integer,
	`cancellation_reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`plan_id`) REFERENCES `subscription_plans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`renews_subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscription_vocabulary" CHECK("entry_kind" in ('unlimited', 'weekly', 'total')),
	CONSTRAINT "subscription_entries_allowed" CHECK(("subscriptions"."entry_kind" = 'total') = ("subscriptions"."total_visits_allowed" is not null) and ("subscriptions"."entry_kind" = 'weekly') = ("subscriptions"."max_entries_per_week" is not null)),
	CONSTRAINT "subscription_period" CHECK("subscriptions"."starts_at" < "subscriptions"."ends_at"),
	CONSTRAINT "subscription_pause" CHECK(("subscriptions"."paused_at" is null) = ("subscriptions"."resumes_at" is null) and coalesce("subscriptions"."paused_at" <= "subscriptions"."resumes_at", 1) and "subscriptions"."pause_count" between 0 and "subscriptions"."max_pauses"),
	CONSTRAINT "subscription_cancelled" CHECK(("subscriptions"."cancelled_at" is null) = ("subscriptions"."cancellation_reason" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_checkout_id_unique` ON `subscriptions` (`checkout_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_renews_subscription_id_unique` ON `subscriptions` (`renews_subscription_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_user` ON `subscriptions` (`user_id`,`ends_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_plan` ON `subscriptions` (`plan_id`,`ends_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_to_renew` ON `subscriptions` (`ends_at`) WHERE "subscriptions"."auto_renews" = 1 and "subscriptions"."cancelled_at" is null;
--> statement-breakpoint

-- A seat is taken once, by whoever is first, and one that is held for somebody who waits is theirs (D49).
CREATE TRIGGER session_bookings_need_seat BEFORE INSERT ON session_bookings
BEGIN
	SELECT RAISE(ABORT, 'session_not_bookable') FROM plan_sessions
		WHERE id = NEW.session_id AND (called_off_at IS NOT NULL OR starts_at <= NEW.booked_at OR starts_at <> NEW.starts_at);
	SELECT RAISE(ABORT, 'session_full') FROM plan_sessions WHERE id = NEW.session_id AND capacity <=
		(SELECT count(*) FROM session_bookings WHERE session_id = NEW.session_id AND status <> 'cancelled')
		+ (SELECT count(*) FROM session_waits WHERE session_id = NEW.session_id AND ended_at IS NULL
			AND offer_expires_at > NEW.booked_at AND user_id <> NEW.user_id);
END;
--> statement-breakpoint
CREATE TRIGGER session_bookings_cancelled_final BEFORE UPDATE OF status ON session_bookings
WHEN OLD.status = 'cancelled' AND NEW.status <> 'cancelled'
BEGIN
	SELECT RAISE(ABORT, 'session_booking_ended');
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

-- A plan that was paid for may be refunded, as a booking may.
DROP TRIGGER transactions_outcome_forward_only;
--> statement-breakpoint
CREATE TRIGGER transactions_outcome_forward_only BEFORE UPDATE OF outcome, appointment_id ON transactions
WHEN NOT (
	(OLD.outcome = 'offered' AND NEW.outcome = 'booked' AND NEW.resolved_at < OLD.offer_expires_at)
	OR (OLD.outcome IN ('offered', 'booked', 'subscribed') AND NEW.outcome = 'refund' AND NEW.appointment_id IS OLD.appointment_id)
)
BEGIN
	SELECT RAISE(ABORT, 'payment_decided');
END;
--> statement-breakpoint

-- What two at once may both want: a plan, a place, an entry, a code at the door.
DROP TRIGGER refused_writes_raise_word;
--> statement-breakpoint
CREATE TRIGGER refused_writes_raise_word BEFORE INSERT ON refused_writes
BEGIN
	SELECT CASE NEW.word
		WHEN 'appointment_not_movable' THEN RAISE(ABORT, 'appointment_not_movable')
		WHEN 'cashback_not_available' THEN RAISE(ABORT, 'cashback_not_available')
		WHEN 'check_in_code_used' THEN RAISE(ABORT, 'check_in_code_used')
		WHEN 'dispute_over' THEN RAISE(ABORT, 'dispute_over')
		WHEN 'draft_already_booked' THEN RAISE(ABORT, 'draft_already_booked')
		WHEN 'network_holds_full' THEN RAISE(ABORT, 'network_holds_full')
		WHEN 'plan_not_on_offer' THEN RAISE(ABORT, 'plan_not_on_offer')
		WHEN 'promo_rate_limited' THEN RAISE(ABORT, 'promo_rate_limited')
		WHEN 'referral_not_valid' THEN RAISE(ABORT, 'referral_not_valid')
		WHEN 'reward_not_available' THEN RAISE(ABORT, 'reward_not_available')
		WHEN 'session_or_password_changed' THEN RAISE(ABORT, 'session_or_password_changed')
		WHEN 'session_overlaps' THEN RAISE(ABORT, 'session_overlaps')
		WHEN 'shown_prices_changed' THEN RAISE(ABORT, 'shown_prices_changed')
		WHEN 'subscription_not_usable' THEN RAISE(ABORT, 'subscription_not_usable')
		WHEN 'too_many_appointments_ahead' THEN RAISE(ABORT, 'too_many_appointments_ahead')
		WHEN 'too_many_drafts' THEN RAISE(ABORT, 'too_many_drafts')
		WHEN 'too_many_guest_bookings' THEN RAISE(ABORT, 'too_many_guest_bookings')
		WHEN 'too_many_holds' THEN RAISE(ABORT, 'too_many_holds')
		WHEN 'too_many_payment_starts' THEN RAISE(ABORT, 'too_many_payment_starts')
		WHEN 'too_many_sessions_ahead' THEN RAISE(ABORT, 'too_many_sessions_ahead')
		WHEN 'unpaid_promo_uses_full' THEN RAISE(ABORT, 'unpaid_promo_uses_full')
		WHEN 'visit_changed' THEN RAISE(ABORT, 'visit_changed')
		WHEN 'wait_not_needed' THEN RAISE(ABORT, 'wait_not_needed')
	END;
END;
