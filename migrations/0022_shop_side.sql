-- The shop's side: keys, what it did, its webhooks; closed days and blocked time. Tables by drizzle-kit; STRICT, the laws and
-- the rows by hand.
CREATE TABLE `blocked_times` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`staff_member_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`staff_member_id`) REFERENCES `staff_members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "blocked_time_range" CHECK("blocked_times"."starts_at" < "blocked_times"."ends_at" and "blocked_times"."ends_at" - "blocked_times"."starts_at" <= 86400000)
) STRICT;
--> statement-breakpoint
CREATE INDEX `blocked_times_by_staff` ON `blocked_times` (`staff_member_id`,`starts_at`);--> statement-breakpoint
CREATE TABLE `shop_closed_days` (
	`shop_id` text NOT NULL,
	`date` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`shop_id`, `date`),
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `kiosk_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`key_id` text,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`key_id`) REFERENCES `access_keys`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `kiosk_links_key_id_unique` ON `kiosk_links` (`key_id`);--> statement-breakpoint
CREATE INDEX `kiosk_links_by_expiry` ON `kiosk_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `shop_acts` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`shop_id` text NOT NULL,
	`key_id` text,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`summary` text NOT NULL,
	`acted_at` integer NOT NULL,
	`request_hash` text,
	`answer_status` integer,
	`answer_body` text,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`key_id`) REFERENCES `access_keys`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "shop_act_answer" CHECK(("shop_acts"."answer_status" is null) = ("shop_acts"."answer_body" is null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `shop_acts_by_shop` ON `shop_acts` (`shop_id`,`acted_at`);--> statement-breakpoint
CREATE INDEX `shop_acts_by_subject` ON `shop_acts` (`subject_id`);--> statement-breakpoint
CREATE INDEX `shop_acts_answered` ON `shop_acts` (`acted_at`) WHERE "shop_acts"."answer_body" is not null;--> statement-breakpoint
CREATE TABLE `shop_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`kind` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`appointment_id` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	`attempt_count` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`delivered_at` integer,
	`dropped_at` integer,
	`last_result` text,
	FOREIGN KEY (`webhook_id`) REFERENCES `shop_webhooks`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "shop_delivery_kind" CHECK("kind" in ('booked', 'moved', 'cancelled', 'paid', 'refunded')),
	CONSTRAINT "shop_delivery_payload" CHECK(json_valid("shop_deliveries"."payload"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `shop_deliveries_once` ON `shop_deliveries` (`webhook_id`,`dedupe_key`);--> statement-breakpoint
CREATE INDEX `shop_deliveries_due` ON `shop_deliveries` (`next_attempt_at`) WHERE "shop_deliveries"."delivered_at" is null and "shop_deliveries"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX `shop_deliveries_by_webhook` ON `shop_deliveries` (`webhook_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `access_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`scopes` text DEFAULT '[]' NOT NULL,
	`secret_hash` text NOT NULL,
	`pin_hash` text,
	`wrong_pins` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer,
	`ended_at` integer,
	`ending` text,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "access_key_kind" CHECK("kind" in ('kiosk', 'api')),
	CONSTRAINT "access_key_scopes" CHECK(json_valid("access_keys"."scopes")),
	CONSTRAINT "access_key_pin" CHECK(("access_keys"."kind" = 'kiosk') = ("access_keys"."pin_hash" is not null) and "access_keys"."wrong_pins" between 0 and 5),
	CONSTRAINT "access_key_ended" CHECK(("access_keys"."ended_at" is null) = ("access_keys"."ending" is null) and ("access_keys"."ending" is null or "ending" in ('revoked', 'wrong_pins')))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `access_keys_secret_hash_unique` ON `access_keys` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `access_keys_by_shop` ON `access_keys` (`shop_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `shop_webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`url` text NOT NULL,
	`secret` text NOT NULL,
	`created_at` integer NOT NULL,
	`failing_since` integer,
	`ended_at` integer,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `shop_webhooks_by_shop` ON `shop_webhooks` (`shop_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `appointments` ADD `missed_at` integer;--> statement-breakpoint
ALTER TABLE `appointments` ADD `arrived_at` integer;--> statement-breakpoint
ALTER TABLE `appointments` ADD `transfer_paid_at` integer;--> statement-breakpoint
ALTER TABLE `appointments` ADD `cancellation_reason` text;--> statement-breakpoint
ALTER TABLE `appointments` ADD `is_walk_in` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `reviews` ADD `reply` text;--> statement-breakpoint
ALTER TABLE `reviews` ADD `replied_at` integer;--> statement-breakpoint
ALTER TABLE `add_ons` ADD `external_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `add_ons_by_external_id` ON `add_ons` (`shop_id`,`external_id`) WHERE "add_ons"."external_id" is not null;--> statement-breakpoint
ALTER TABLE `services` ADD `external_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `services_by_external_id` ON `services` (`shop_id`,`external_id`) WHERE "services"."external_id" is not null;--> statement-breakpoint
ALTER TABLE `shops` ADD `external_id` text;--> statement-breakpoint
ALTER TABLE `shops` ADD `slug` text;--> statement-breakpoint
ALTER TABLE `shops` ADD `whatsapp` text;--> statement-breakpoint
ALTER TABLE `shops` ADD `email` text;--> statement-breakpoint
ALTER TABLE `shops` ADD `landmark` text;--> statement-breakpoint
CREATE UNIQUE INDEX `shops_by_external_id` ON `shops` (`external_id`) WHERE "shops"."external_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `shops_by_slug` ON `shops` (`slug`) WHERE "shops"."slug" is not null;--> statement-breakpoint
ALTER TABLE `staff_members` ADD `external_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `staff_by_external_id` ON `staff_members` (`shop_id`,`external_id`) WHERE "staff_members"."external_id" is not null;
--> statement-breakpoint

-- Nobody is booked where the shop has blocked the time, or on a day on which it is closed.
DROP TRIGGER calendar_refuses_overlap_on_insert;
--> statement-breakpoint
CREATE TRIGGER calendar_refuses_overlap_on_insert BEFORE INSERT ON calendar_entries
BEGIN
	SELECT RAISE(ABORT, 'slot_taken') WHERE EXISTS (
		SELECT 1 FROM calendar_entries other
		WHERE other.staff_member_id = NEW.staff_member_id
			AND other.starts_at < NEW.blocked_until_at
			AND other.starts_at > NEW.starts_at - 86400000
			AND other.blocked_until_at > NEW.starts_at
			AND (other.held_until_at IS NULL OR other.held_until_at > NEW.checked_at)
	) OR EXISTS (
		SELECT 1 FROM blocked_times block
		WHERE block.staff_member_id = NEW.staff_member_id
			AND block.starts_at < NEW.blocked_until_at
			AND block.starts_at > NEW.starts_at - 86400000
			AND block.ends_at > NEW.starts_at
	);
END;
--> statement-breakpoint
DROP TRIGGER calendar_refuses_overlap_on_update;
--> statement-breakpoint
CREATE TRIGGER calendar_refuses_overlap_on_update
BEFORE UPDATE OF staff_member_id, starts_at, blocked_until_at, held_until_at ON calendar_entries
BEGIN
	SELECT RAISE(ABORT, 'slot_taken') WHERE EXISTS (
		SELECT 1 FROM calendar_entries other
		WHERE other.staff_member_id = NEW.staff_member_id
			AND other.id <> NEW.id
			AND other.starts_at < NEW.blocked_until_at
			AND other.starts_at > NEW.starts_at - 86400000
			AND other.blocked_until_at > NEW.starts_at
			AND (other.held_until_at IS NULL OR other.held_until_at > NEW.checked_at)
	) OR EXISTS (
		SELECT 1 FROM blocked_times block
		WHERE block.staff_member_id = NEW.staff_member_id
			AND block.starts_at < NEW.blocked_until_at
			AND block.starts_at > NEW.starts_at - 86400000
			AND block.ends_at > NEW.starts_at
	);
END;
--> statement-breakpoint
DROP TRIGGER calendar_refuses_outside_hours;
--> statement-breakpoint
CREATE TRIGGER calendar_refuses_outside_hours BEFORE INSERT ON calendar_entries
BEGIN
	SELECT RAISE(ABORT, 'outside_hours') WHERE NOT EXISTS (
		SELECT 1
		FROM staff_schedules work
		JOIN shop_hours shop ON shop.shop_id = NEW.shop_id AND shop.day_of_week = work.day_of_week
		WHERE work.staff_member_id = NEW.staff_member_id
			AND work.day_of_week = ((CAST(strftime('%w', NEW.date) AS INTEGER) + 6) % 7) + 1
			AND work.is_available = 1
			AND max(work.start_minute, shop.opens_minute) <= NEW.start_minute
			AND min(work.end_minute, shop.closes_minute) >= NEW.end_minute
			AND (work.break_start_minute IS NULL
				OR work.break_start_minute = work.break_end_minute
				OR NEW.end_minute <= work.break_start_minute
				OR NEW.start_minute >= work.break_end_minute)
			AND NOT EXISTS (
				SELECT 1 FROM staff_days_off off
				WHERE off.staff_member_id = NEW.staff_member_id AND off.date = NEW.date
			)
			AND NOT EXISTS (
				SELECT 1 FROM shop_closed_days closed WHERE closed.shop_id = NEW.shop_id AND closed.date = NEW.date
			)
	);
END;
--> statement-breakpoint

-- Time that somebody has, or holds, is not blocked: their booking is moved or cancelled first.
CREATE TRIGGER blocked_times_refuse_booked BEFORE INSERT ON blocked_times
BEGIN
	SELECT RAISE(ABORT, 'time_not_free') WHERE EXISTS (
		SELECT 1 FROM calendar_entries entry
		WHERE entry.staff_member_id = NEW.staff_member_id
			AND entry.starts_at < NEW.ends_at
			AND entry.starts_at > NEW.starts_at - 86400000
			AND entry.blocked_until_at > NEW.starts_at
			AND (entry.held_until_at IS NULL OR entry.held_until_at > NEW.created_at)
	);
END;
--> statement-breakpoint

-- What the shop's side does once, and what it may not do.
DROP TRIGGER refused_writes_raise_word;
--> statement-breakpoint
CREATE TRIGGER refused_writes_raise_word BEFORE INSERT ON refused_writes
BEGIN
	SELECT CASE NEW.word
		WHEN 'act_done_already' THEN RAISE(ABORT, 'act_done_already')
		WHEN 'appointment_not_movable' THEN RAISE(ABORT, 'appointment_not_movable')
		WHEN 'cashback_not_available' THEN RAISE(ABORT, 'cashback_not_available')
		WHEN 'check_in_code_used' THEN RAISE(ABORT, 'check_in_code_used')
		WHEN 'dispute_over' THEN RAISE(ABORT, 'dispute_over')
		WHEN 'draft_already_booked' THEN RAISE(ABORT, 'draft_already_booked')
		WHEN 'key_ended' THEN RAISE(ABORT, 'key_ended')
		WHEN 'kiosk_link_used' THEN RAISE(ABORT, 'kiosk_link_used')
		WHEN 'live_appointments_met' THEN RAISE(ABORT, 'live_appointments_met')
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
		WHEN 'too_many_webhooks' THEN RAISE(ABORT, 'too_many_webhooks')
		WHEN 'unpaid_promo_uses_full' THEN RAISE(ABORT, 'unpaid_promo_uses_full')
		WHEN 'visit_changed' THEN RAISE(ABORT, 'visit_changed')
		WHEN 'wait_not_needed' THEN RAISE(ABORT, 'wait_not_needed')
	END;
END;
--> statement-breakpoint

INSERT INTO rate_limit_kinds (kind) VALUES ('api-key'), ('api-network'), ('kiosk-network'), ('shop-code');
