-- Loyalty: programs, who is in them, what a visit counted, what was earned. Tables and columns by drizzle-kit; STRICT and the
-- rows by hand.
INSERT INTO `ledger_account_kinds` (`kind`, `balance_sign`) VALUES ('shop_cashback', 1), ('cashback', -1);
--> statement-breakpoint
CREATE TABLE `cashback_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`shop_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `cashback_accounts_one` ON `cashback_accounts` (`user_id`,`shop_id`);
--> statement-breakpoint
CREATE TABLE `loyalty_enrollments` (
	`id` text PRIMARY KEY NOT NULL,
	`program_id` text NOT NULL,
	`shop_id` text NOT NULL,
	`user_id` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`enrolled_at` integer NOT NULL,
	`visits_count` integer DEFAULT 0 NOT NULL,
	`cycle_count` integer DEFAULT 1 NOT NULL,
	`total_spent_kobo` integer DEFAULT 0 NOT NULL,
	`cashback_earned_kobo` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`program_id`) REFERENCES `loyalty_programs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "loyalty_enrollment_status" CHECK("status" in ('active', 'ended')),
	CONSTRAINT "loyalty_enrollment_counters" CHECK("loyalty_enrollments"."visits_count" >= 0 and "loyalty_enrollments"."cycle_count" >= 1 and "loyalty_enrollments"."total_spent_kobo" >= 0 and "loyalty_enrollments"."cashback_earned_kobo" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `loyalty_enrollments_one_active` ON `loyalty_enrollments` (`user_id`,`program_id`) WHERE "loyalty_enrollments"."status" = 'active';
--> statement-breakpoint
CREATE INDEX `loyalty_enrollments_by_user` ON `loyalty_enrollments` (`user_id`,`shop_id`);
--> statement-breakpoint
CREATE TABLE `loyalty_milestones` (
	`id` text PRIMARY KEY NOT NULL,
	`program_id` text NOT NULL,
	`visits_required` integer NOT NULL,
	`reward_kind` text NOT NULL,
	`value` integer,
	`unit` text,
	`service_id` text,
	`description` text NOT NULL,
	FOREIGN KEY (`program_id`) REFERENCES `punch_cards`(`program_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "loyalty_milestone_visits" CHECK("loyalty_milestones"."visits_required" > 0),
	CONSTRAINT "loyalty_milestone_reward" CHECK("reward_kind" in ('discount', 'free_service', 'cashback', 'upgrade', 'milestone_reward', 'manual', 'custom') and case "loyalty_milestones"."reward_kind" when 'discount' then "loyalty_milestones"."value" > 0 and "loyalty_milestones"."unit" is not null and ("loyalty_milestones"."unit" = 'kobo' or "loyalty_milestones"."value" <= 100) when 'cashback' then "loyalty_milestones"."value" > 0 and "loyalty_milestones"."unit" = 'kobo' when 'free_service' then "loyalty_milestones"."service_id" is not null else 1 end)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `loyalty_milestones_one_a_stamp` ON `loyalty_milestones` (`program_id`,`visits_required`);
--> statement-breakpoint
CREATE TABLE `loyalty_programs` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`cashback_percent` integer,
	`minimum_spend_kobo` integer DEFAULT 0 NOT NULL,
	`reward_days` integer DEFAULT 90 NOT NULL,
	`gold_visits` integer DEFAULT 10 NOT NULL,
	`platinum_visits` integer DEFAULT 25 NOT NULL,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "loyalty_program_vocabulary" CHECK("kind" in ('punch_card', 'cashback') and "status" in ('active', 'ended')),
	CONSTRAINT "loyalty_program_cashback" CHECK(("loyalty_programs"."kind" = 'cashback') = ("loyalty_programs"."cashback_percent" is not null) and coalesce("loyalty_programs"."cashback_percent", 1) between 1 and 100),
	CONSTRAINT "loyalty_program_numbers" CHECK("loyalty_programs"."minimum_spend_kobo" >= 0 and "loyalty_programs"."reward_days" between 1 and 3650 and "loyalty_programs"."gold_visits" between 1 and "loyalty_programs"."platinum_visits")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `loyalty_programs_one_cashback` ON `loyalty_programs` (`shop_id`) WHERE "loyalty_programs"."kind" = 'cashback' and "loyalty_programs"."status" = 'active';
--> statement-breakpoint
CREATE INDEX `loyalty_programs_by_shop` ON `loyalty_programs` (`shop_id`);
--> statement-breakpoint
CREATE INDEX `loyalty_programs_listed` ON `loyalty_programs` (`name`,`id`) WHERE "loyalty_programs"."status" = 'active';
--> statement-breakpoint
CREATE TABLE `loyalty_visits` (
	`appointment_id` text NOT NULL,
	`enrollment_id` text NOT NULL,
	`visited_on` text NOT NULL,
	`is_stamp` integer NOT NULL,
	`cycle_count` integer NOT NULL,
	`paid_kobo` integer NOT NULL,
	`cashback_kobo` integer NOT NULL,
	`counted_at` integer NOT NULL,
	PRIMARY KEY(`appointment_id`, `enrollment_id`),
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`enrollment_id`) REFERENCES `loyalty_enrollments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "loyalty_visit_amounts" CHECK("loyalty_visits"."paid_kobo" >= 0 and "loyalty_visits"."cashback_kobo" between 0 and "loyalty_visits"."paid_kobo")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `loyalty_visits_one_stamp_a_day` ON `loyalty_visits` (`enrollment_id`,`visited_on`) WHERE "loyalty_visits"."is_stamp" = 1;
--> statement-breakpoint
CREATE INDEX `loyalty_visits_by_enrollment` ON `loyalty_visits` (`enrollment_id`,`counted_at`);
--> statement-breakpoint
CREATE TABLE `punch_cards` (
	`program_id` text PRIMARY KEY NOT NULL,
	`visits_required` integer DEFAULT 10 NOT NULL,
	`is_cyclic` integer DEFAULT true NOT NULL,
	FOREIGN KEY (`program_id`) REFERENCES `loyalty_programs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "punch_card_visits" CHECK("punch_cards"."visits_required" between 1 and 100)
) STRICT;
--> statement-breakpoint
CREATE TABLE `rewards` (
	`id` text PRIMARY KEY NOT NULL,
	`enrollment_id` text NOT NULL,
	`shop_id` text NOT NULL,
	`user_id` text NOT NULL,
	`milestone_id` text NOT NULL,
	`cycle_count` integer NOT NULL,
	`appointment_id` text NOT NULL,
	`reward_kind` text NOT NULL,
	`value` integer,
	`unit` text,
	`service_id` text,
	`description` text NOT NULL,
	`code` text NOT NULL,
	`earned_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`enrollment_id`) REFERENCES `loyalty_enrollments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`milestone_id`) REFERENCES `loyalty_milestones`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reward_vocabulary" CHECK("reward_kind" in ('discount', 'free_service', 'cashback', 'upgrade', 'milestone_reward', 'manual', 'custom') and ("rewards"."unit" is null or "unit" in ('percent', 'kobo')))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `rewards_code_unique` ON `rewards` (`code`);
--> statement-breakpoint
CREATE UNIQUE INDEX `rewards_one_a_milestone` ON `rewards` (`enrollment_id`,`milestone_id`,`cycle_count`);
--> statement-breakpoint
CREATE INDEX `rewards_by_user` ON `rewards` (`user_id`,`earned_at`);
--> statement-breakpoint
CREATE INDEX `rewards_by_appointment` ON `rewards` (`appointment_id`);
--> statement-breakpoint
ALTER TABLE `appointments` ADD `completed_at` integer;
--> statement-breakpoint
ALTER TABLE `appointments` ADD `paid_at_shop_kobo` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint

-- What was completed before these columns: at its end, and paid there where it was paid.
UPDATE appointments SET completed_at = ends_at,
	paid_at_shop_kobo = CASE WHEN payment_status = 'completed' THEN max(total_kobo - paid_kobo, 0) ELSE 0 END
WHERE status = 'COMPLETED';
--> statement-breakpoint

-- Two who close a visit at once.
DROP TRIGGER refused_writes_raise_word;
--> statement-breakpoint
CREATE TRIGGER refused_writes_raise_word BEFORE INSERT ON refused_writes
BEGIN
	SELECT CASE NEW.word
		WHEN 'appointment_not_movable' THEN RAISE(ABORT, 'appointment_not_movable')
		WHEN 'dispute_over' THEN RAISE(ABORT, 'dispute_over')
		WHEN 'draft_already_booked' THEN RAISE(ABORT, 'draft_already_booked')
		WHEN 'network_holds_full' THEN RAISE(ABORT, 'network_holds_full')
		WHEN 'promo_rate_limited' THEN RAISE(ABORT, 'promo_rate_limited')
		WHEN 'session_or_password_changed' THEN RAISE(ABORT, 'session_or_password_changed')
		WHEN 'shown_prices_changed' THEN RAISE(ABORT, 'shown_prices_changed')
		WHEN 'too_many_appointments_ahead' THEN RAISE(ABORT, 'too_many_appointments_ahead')
		WHEN 'too_many_drafts' THEN RAISE(ABORT, 'too_many_drafts')
		WHEN 'too_many_guest_bookings' THEN RAISE(ABORT, 'too_many_guest_bookings')
		WHEN 'too_many_holds' THEN RAISE(ABORT, 'too_many_holds')
		WHEN 'too_many_payment_starts' THEN RAISE(ABORT, 'too_many_payment_starts')
		WHEN 'unpaid_promo_uses_full' THEN RAISE(ABORT, 'unpaid_promo_uses_full')
		WHEN 'visit_changed' THEN RAISE(ABORT, 'visit_changed')
	END;
END;
