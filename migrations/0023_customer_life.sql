-- The customer's life around a visit: messages, waiting for a time, notes, problems, reports. By drizzle-kit; STRICT by hand.
CREATE TABLE `review_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`appointment_id` text NOT NULL,
	`reporter` text NOT NULL,
	`reason` text NOT NULL,
	`reported_at` integer NOT NULL,
	`resolved_at` integer,
	FOREIGN KEY (`appointment_id`) REFERENCES `reviews`(`appointment_id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `review_reports_once` ON `review_reports` (`reporter`,`appointment_id`);--> statement-breakpoint
CREATE INDEX `review_reports_open` ON `review_reports` (`reported_at`) WHERE "review_reports"."resolved_at" is null;--> statement-breakpoint
CREATE TABLE `slot_waits` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`service_id` text NOT NULL,
	`staff_member_id` text,
	`date` text NOT NULL,
	`user_id` text,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`proven_at` integer,
	`network_key` text,
	`joined_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by` text,
	`offer_count` integer DEFAULT 0 NOT NULL,
	`offered_at` integer,
	`offer_expires_at` integer,
	`offered_starts_at` integer,
	`draft_id` text,
	`looked_at` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_member_id`) REFERENCES `staff_members`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "slot_wait_ended" CHECK(("slot_waits"."ended_at" is null) = ("slot_waits"."ended_by" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `slot_waits_one_per_day` ON `slot_waits` (`email`,`shop_id`,`date`) WHERE "slot_waits"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `slot_waits_by_day` ON `slot_waits` (`date`,`shop_id`,`joined_at`);--> statement-breakpoint
CREATE INDEX `slot_waits_to_look_at` ON `slot_waits` (`looked_at`) WHERE "slot_waits"."ended_at" is null;--> statement-breakpoint
CREATE INDEX `slot_waits_by_user` ON `slot_waits` (`user_id`) WHERE "slot_waits"."user_id" is not null;--> statement-breakpoint
CREATE INDEX `slot_waits_by_network` ON `slot_waits` (`network_key`,`joined_at`) WHERE "slot_waits"."network_key" is not null;--> statement-breakpoint
CREATE TABLE `visit_problems` (
	`id` text PRIMARY KEY NOT NULL,
	`appointment_id` text NOT NULL,
	`kind` text NOT NULL,
	`words` text NOT NULL,
	`reported_at` integer NOT NULL,
	`resolved_at` integer,
	`answer` text,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `visit_problems_by_appointment` ON `visit_problems` (`appointment_id`);--> statement-breakpoint
CREATE INDEX `visit_problems_open` ON `visit_problems` (`reported_at`) WHERE "visit_problems"."resolved_at" is null;--> statement-breakpoint
CREATE TABLE `shop_openings` (
	`shop_id` text NOT NULL,
	`date` text NOT NULL,
	`start_minute` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`blocked_until_at` integer NOT NULL,
	`service_id` text NOT NULL,
	`staff_member_id` text NOT NULL,
	PRIMARY KEY(`shop_id`, `date`),
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `shop_openings_by_start` ON `shop_openings` (`starts_at`,`shop_id`);--> statement-breakpoint
CREATE TABLE `message_opt_outs` (
	`subject` text NOT NULL,
	`topic` text NOT NULL,
	`opted_out_at` integer NOT NULL,
	PRIMARY KEY(`subject`, `topic`),
	CONSTRAINT "message_topic" CHECK("topic" in ('reminders', 'reviews', 'waitlist', 'plans'))
) STRICT;
--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`words` text NOT NULL,
	`path` text NOT NULL,
	`told_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `notifications_by_user` ON `notifications` (`user_id`,`told_at`);--> statement-breakpoint
CREATE TABLE `notifications_seen` (
	`user_id` text PRIMARY KEY NOT NULL,
	`seen_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text,
	`appointment_id` text,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "push_subscription_owner" CHECK(("push_subscriptions"."session_id" is null) <> ("push_subscriptions"."appointment_id" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscription_of_session` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_by_appointment` ON `push_subscriptions` (`appointment_id`,`endpoint`);--> statement-breakpoint
DROP INDEX `refunds_payment_reference_unique`;--> statement-breakpoint
ALTER TABLE `refunds` ADD `part` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_once_a_part` ON `refunds` (`payment_reference`,`part`);--> statement-breakpoint
ALTER TABLE `appointments` ADD `customer_note` text;--> statement-breakpoint
ALTER TABLE `appointments` ADD `visitor_name` text;--> statement-breakpoint
ALTER TABLE `appointments` ADD `late_minutes` integer;--> statement-breakpoint
ALTER TABLE `appointments` ADD `late_told_at` integer;--> statement-breakpoint
ALTER TABLE `appointments` ADD `calendar_sequence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `appointments` ADD `changed_at` integer;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `customer_note` text;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `visitor_name` text;--> statement-breakpoint
ALTER TABLE `drafts` ADD `customer_note` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `drafts` ADD `visitor_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `reviews` ADD `hidden_at` integer;--> statement-breakpoint
ALTER TABLE `shops` ADD `openings_computed_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `shops_by_rating` ON `shops` ((CASE review_count WHEN 0 THEN 0 ELSE (rating_sum * 20 + review_count) / (2 * review_count) * 1000000 + review_count END),`id`) WHERE "shops"."is_listed" = 1;--> statement-breakpoint
CREATE INDEX `shops_by_place` ON `shops` ((CAST((latitude + 90) * 100 AS INTEGER)),`longitude`,`latitude`,`id`) WHERE "shops"."is_listed" = 1;--> statement-breakpoint
CREATE INDEX `shops_by_openings` ON `shops` (`openings_computed_at`) WHERE "shops"."is_listed" = 1;--> statement-breakpoint
ALTER TABLE `outbox` ADD `user_id` text;