-- Written by drizzle-kit, then two things it cannot say: STRICT tables, and foreign keys to holds and appointments that are
-- checked at the end of a batch, because a calendar entry is written before the hold or the appointment that owns it.
CREATE TABLE `calendar_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`staff_member_id` text NOT NULL,
	`service_id` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`hold_id` text,
	`appointment_id` text,
	`date` text NOT NULL,
	`start_minute` integer NOT NULL,
	`end_minute` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`blocked_until_at` integer NOT NULL,
	`held_until_at` integer,
	`checked_at` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_member_id`) REFERENCES `staff_members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hold_id`) REFERENCES `holds`(`id`) ON UPDATE no action ON DELETE cascade DEFERRABLE INITIALLY DEFERRED,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action DEFERRABLE INITIALLY DEFERRED,
	CONSTRAINT "calendar_owner" CHECK(("calendar_entries"."hold_id" is null) <> ("calendar_entries"."appointment_id" is null) and ("calendar_entries"."hold_id" is null) = ("calendar_entries"."held_until_at" is null)),
	CONSTRAINT "calendar_range" CHECK("calendar_entries"."starts_at" < "calendar_entries"."ends_at" and "calendar_entries"."ends_at" <= "calendar_entries"."blocked_until_at" and "calendar_entries"."start_minute" < "calendar_entries"."end_minute" and "calendar_entries"."blocked_until_at" - "calendar_entries"."starts_at" <= 86400000)
) STRICT;
--> statement-breakpoint
CREATE INDEX `calendar_by_staff` ON `calendar_entries` (`staff_member_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `calendar_by_hold` ON `calendar_entries` (`hold_id`);--> statement-breakpoint
CREATE INDEX `calendar_by_appointment` ON `calendar_entries` (`appointment_id`);--> statement-breakpoint
CREATE TABLE `staff_days_off` (
	`staff_member_id` text NOT NULL,
	`date` text NOT NULL,
	PRIMARY KEY(`staff_member_id`, `date`),
	FOREIGN KEY (`staff_member_id`) REFERENCES `staff_members`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `staff_schedules` (
	`staff_member_id` text NOT NULL,
	`day_of_week` integer NOT NULL,
	`is_available` integer DEFAULT true NOT NULL,
	`start_minute` integer NOT NULL,
	`end_minute` integer NOT NULL,
	`break_start_minute` integer,
	`break_end_minute` integer,
	PRIMARY KEY(`staff_member_id`, `day_of_week`),
	FOREIGN KEY (`staff_member_id`) REFERENCES `staff_members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "staff_schedule_day" CHECK("staff_schedules"."day_of_week" between 1 and 7),
	CONSTRAINT "staff_schedule_range" CHECK(0 <= "staff_schedules"."start_minute" and "staff_schedules"."start_minute" < "staff_schedules"."end_minute" and "staff_schedules"."end_minute" <= 1440),
	CONSTRAINT "staff_schedule_break" CHECK(("staff_schedules"."break_start_minute" is null) = ("staff_schedules"."break_end_minute" is null) and ("staff_schedules"."break_start_minute" is null or "staff_schedules"."break_start_minute" <= "staff_schedules"."break_end_minute"))
) STRICT;
--> statement-breakpoint
CREATE TABLE `appointment_add_ons` (
	`appointment_id` text NOT NULL,
	`add_on_id` text NOT NULL,
	`name` text NOT NULL,
	`price_kobo` integer NOT NULL,
	`duration_minutes` integer NOT NULL,
	PRIMARY KEY(`appointment_id`, `add_on_id`),
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action DEFERRABLE INITIALLY DEFERRED,
	FOREIGN KEY (`add_on_id`) REFERENCES `add_ons`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "appointment_add_on_price" CHECK("appointment_add_ons"."price_kobo" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `appointment_services` (
	`appointment_id` text NOT NULL,
	`position` integer NOT NULL,
	`service_id` text NOT NULL,
	`staff_member_id` text NOT NULL,
	`name` text NOT NULL,
	`price_kobo` integer NOT NULL,
	`duration_minutes` integer NOT NULL,
	PRIMARY KEY(`appointment_id`, `position`),
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action DEFERRABLE INITIALLY DEFERRED,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_member_id`) REFERENCES `staff_members`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "appointment_service_price" CHECK("appointment_services"."price_kobo" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `appointments` (
	`id` text PRIMARY KEY NOT NULL,
	`reference_number` text NOT NULL,
	`shop_id` text NOT NULL,
	`client_id` text NOT NULL,
	`checkout_id` text NOT NULL,
	`service_id` text NOT NULL,
	`staff_member_id` text,
	`segment_count` integer NOT NULL,
	`scheduled_date` text NOT NULL,
	`scheduled_time` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`duration_minutes` integer NOT NULL,
	`total_kobo` integer NOT NULL,
	`tip_kobo` integer NOT NULL,
	`discount_kobo` integer NOT NULL,
	`promo_code_id` text,
	`payment_method` text DEFAULT 'CASH' NOT NULL,
	`payment_status` text DEFAULT 'pending' NOT NULL,
	`status` text DEFAULT 'SCHEDULED' NOT NULL,
	`refundable_until_at` integer NOT NULL,
	`notes` text,
	`created_at` integer NOT NULL,
	`cancelled_at` integer,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_member_id`) REFERENCES `staff_members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`promo_code_id`) REFERENCES `promo_codes`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "appointment_vocabulary" CHECK("payment_method" in ('CASH', 'TRANSFER', 'CARD') and "payment_status" in ('pending', 'completed') and "status" in ('SCHEDULED', 'CONFIRMED', 'COMPLETED', 'CANCELLED', 'NO_SHOW')),
	CONSTRAINT "appointment_amounts" CHECK("appointments"."total_kobo" >= 0 and "appointments"."tip_kobo" >= 0 and "appointments"."discount_kobo" >= 0),
	CONSTRAINT "appointment_range" CHECK("appointments"."starts_at" < "appointments"."ends_at"),
	CONSTRAINT "appointment_cancelled" CHECK(("appointments"."status" = 'CANCELLED') = ("appointments"."cancelled_at" is not null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_reference_number_unique` ON `appointments` (`reference_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `appointments_checkout_id_unique` ON `appointments` (`checkout_id`);--> statement-breakpoint
CREATE INDEX `appointments_by_client` ON `appointments` (`client_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `appointments_by_shop` ON `appointments` (`shop_id`,`starts_at`);--> statement-breakpoint
CREATE TABLE `checkouts` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`client_id` text NOT NULL,
	`draft_id` text NOT NULL,
	`subtotal_kobo` integer NOT NULL,
	`discount_kobo` integer NOT NULL,
	`tip_kobo` integer NOT NULL,
	`total_kobo` integer NOT NULL,
	`payment_choice` text NOT NULL,
	`payment_method` text NOT NULL,
	`status` text DEFAULT 'PENDING' NOT NULL,
	`payment_reference` text,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text,
	`phone` text,
	`created_by_user_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "checkout_amounts" CHECK("checkouts"."subtotal_kobo" >= 0 and "checkouts"."discount_kobo" between 0 and "checkouts"."subtotal_kobo" and "checkouts"."tip_kobo" >= 0 and "checkouts"."total_kobo" = "checkouts"."subtotal_kobo" - "checkouts"."discount_kobo" + "checkouts"."tip_kobo"),
	CONSTRAINT "checkout_vocabulary" CHECK("payment_choice" in ('cash', 'transfer', 'pos', 'online') and "payment_method" in ('CASH', 'TRANSFER', 'CARD') and "status" in ('PENDING', 'COMPLETED'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_draft_id_unique` ON `checkouts` (`draft_id`);--> statement-breakpoint
CREATE INDEX `checkouts_by_client` ON `checkouts` (`client_id`);--> statement-breakpoint
CREATE TABLE `clients` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`user_id` text,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text,
	`phone` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `clients_guest_email` ON `clients` (`shop_id`,`email`) WHERE "clients"."user_id" is null;--> statement-breakpoint
CREATE INDEX `clients_guest_phone` ON `clients` (`shop_id`,`phone`);--> statement-breakpoint
CREATE TABLE `draft_add_ons` (
	`draft_id` text NOT NULL,
	`add_on_id` text NOT NULL,
	PRIMARY KEY(`draft_id`, `add_on_id`),
	FOREIGN KEY (`draft_id`) REFERENCES `drafts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`add_on_id`) REFERENCES `add_ons`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `draft_services` (
	`draft_id` text NOT NULL,
	`position` integer NOT NULL,
	`service_id` text NOT NULL,
	`staff_choice` text,
	`staff_member_id` text,
	PRIMARY KEY(`draft_id`, `position`),
	FOREIGN KEY (`draft_id`) REFERENCES `drafts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_member_id`) REFERENCES `staff_members`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "draft_service_staff" CHECK((coalesce("draft_services"."staff_choice", '') = 'named') = ("draft_services"."staff_member_id" is not null))
) STRICT;
--> statement-breakpoint
CREATE TABLE `drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`starts_at` integer,
	`first_name` text DEFAULT '' NOT NULL,
	`last_name` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`promo_code` text DEFAULT '' NOT NULL,
	`tip_kind` text DEFAULT 'none' NOT NULL,
	`tip_percent` integer DEFAULT 0 NOT NULL,
	`tip_custom_kobo` integer DEFAULT 0 NOT NULL,
	`payment_choice` text,
	`appointment_id` text,
	`created_at` integer NOT NULL,
	`saved_at` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action DEFERRABLE INITIALLY DEFERRED,
	CONSTRAINT "draft_tip" CHECK("tip_kind" in ('none', 'percent', 'custom') and "drafts"."tip_percent" between 0 and 100 and "drafts"."tip_custom_kobo" >= 0),
	CONSTRAINT "draft_payment" CHECK("drafts"."payment_choice" is null or "payment_choice" in ('cash', 'transfer', 'pos', 'online'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `drafts_by_saved` ON `drafts` (`saved_at`);--> statement-breakpoint
CREATE TABLE `holds` (
	`id` text PRIMARY KEY NOT NULL,
	`draft_id` text NOT NULL,
	`shop_id` text NOT NULL,
	`segment_count` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`renewed_at` integer,
	`contact_email` text,
	`contact_phone` text,
	`network_key` text,
	`checked_at` integer NOT NULL,
	FOREIGN KEY (`draft_id`) REFERENCES `drafts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `holds_draft_id_unique` ON `holds` (`draft_id`);--> statement-breakpoint
CREATE INDEX `holds_by_expiry` ON `holds` (`expires_at`);--> statement-breakpoint
CREATE INDEX `holds_by_email` ON `holds` (`contact_email`,`expires_at`);--> statement-breakpoint
CREATE INDEX `holds_by_phone` ON `holds` (`contact_phone`,`expires_at`);--> statement-breakpoint
CREATE INDEX `holds_by_network` ON `holds` (`network_key`,`expires_at`);--> statement-breakpoint
CREATE TABLE `promo_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`code` text NOT NULL,
	`discount_type` text NOT NULL,
	`discount_value` integer NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`expires_at` integer,
	`max_uses` integer,
	`current_uses` integer DEFAULT 0 NOT NULL,
	`minimum_amount_kobo` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "promo_code_case" CHECK("promo_codes"."code" = upper("promo_codes"."code")),
	CONSTRAINT "promo_discount" CHECK("discount_type" in ('percent', 'amount') and "promo_codes"."discount_value" > 0 and ("promo_codes"."discount_type" = 'amount' or "promo_codes"."discount_value" <= 100)),
	CONSTRAINT "promo_uses_limit" CHECK("promo_codes"."current_uses" >= 0 and ("promo_codes"."max_uses" is null or "promo_codes"."current_uses" <= "promo_codes"."max_uses"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `promo_codes_by_code` ON `promo_codes` (`shop_id`,`code`);--> statement-breakpoint
CREATE TABLE `promo_uses` (
	`checkout_id` text PRIMARY KEY NOT NULL,
	`promo_code_id` text NOT NULL,
	`amount_kobo` integer NOT NULL,
	`used_at` integer NOT NULL,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`promo_code_id`) REFERENCES `promo_codes`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `promo_uses_by_code` ON `promo_uses` (`promo_code_id`);--> statement-breakpoint
CREATE TABLE `reviews` (
	`appointment_id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`client_id` text NOT NULL,
	`rating` integer NOT NULL,
	`comment` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action DEFERRABLE INITIALLY DEFERRED,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "review_rating" CHECK("reviews"."rating" between 1 and 5)
) STRICT;
--> statement-breakpoint
CREATE INDEX `reviews_by_shop` ON `reviews` (`shop_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `add_ons` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`name` text NOT NULL,
	`duration_minutes` integer NOT NULL,
	`price_kobo` integer NOT NULL,
	`is_enabled` integer DEFAULT true NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "add_on_duration" CHECK("add_ons"."duration_minutes" between 0 and 240),
	CONSTRAINT "add_on_price" CHECK("add_ons"."price_kobo" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `add_ons_by_shop` ON `add_ons` (`shop_id`,`is_enabled`,`position`);--> statement-breakpoint
CREATE TABLE `categories` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`position` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `services` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`category_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`duration_minutes` integer NOT NULL,
	`buffer_minutes` integer DEFAULT 0 NOT NULL,
	`price_kobo` integer NOT NULL,
	`is_enabled` integer DEFAULT true NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "service_duration" CHECK("services"."duration_minutes" between 5 and 720),
	CONSTRAINT "service_buffer" CHECK("services"."buffer_minutes" between 0 and 240),
	CONSTRAINT "service_price" CHECK("services"."price_kobo" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `services_by_shop` ON `services` (`shop_id`,`is_enabled`,`name`);--> statement-breakpoint
CREATE TABLE `shop_bank_accounts` (
	`shop_id` text PRIMARY KEY NOT NULL,
	`bank_name` text NOT NULL,
	`account_number` text NOT NULL,
	`account_name` text NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `shop_categories` (
	`shop_id` text NOT NULL,
	`category_id` text NOT NULL,
	PRIMARY KEY(`shop_id`, `category_id`),
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `shop_categories_by_category` ON `shop_categories` (`category_id`,`shop_id`);--> statement-breakpoint
CREATE TABLE `shop_hours` (
	`shop_id` text NOT NULL,
	`day_of_week` integer NOT NULL,
	`opens_minute` integer NOT NULL,
	`closes_minute` integer NOT NULL,
	PRIMARY KEY(`shop_id`, `day_of_week`),
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "shop_hours_day" CHECK("shop_hours"."day_of_week" between 1 and 7),
	CONSTRAINT "shop_hours_range" CHECK(0 <= "shop_hours"."opens_minute" and "shop_hours"."opens_minute" < "shop_hours"."closes_minute" and "shop_hours"."closes_minute" <= 1440)
) STRICT;
--> statement-breakpoint
CREATE TABLE `shops` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`phone` text,
	`address` text NOT NULL,
	`area` text NOT NULL,
	`city` text NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`time_zone` text DEFAULT 'Africa/Lagos' NOT NULL,
	`picture` text,
	`featured_from` text,
	`featured_until` text,
	`minimum_notice_minutes` integer DEFAULT 30 NOT NULL,
	`horizon_days` integer DEFAULT 60 NOT NULL,
	`free_cancellation_minutes` integer DEFAULT 1440 NOT NULL,
	`reschedule_cutoff_minutes` integer DEFAULT 120 NOT NULL,
	`is_listed` integer DEFAULT true NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	`review_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "shop_type" CHECK("type" in ('beauty', 'salon', 'spa', 'coffee', 'restaurant', 'retail')),
	CONSTRAINT "shop_policy" CHECK("shops"."minimum_notice_minutes" >= 0 and "shops"."horizon_days" between 1 and 365),
	CONSTRAINT "shop_rating" CHECK("shops"."rating_sum" between "shops"."review_count" and "shops"."review_count" * 5)
) STRICT;
--> statement-breakpoint
CREATE INDEX `shops_by_name` ON `shops` (`is_listed`,`name`,`id`);--> statement-breakpoint
CREATE TABLE `staff_members` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text,
	`phone` text,
	`commission_rate` real DEFAULT 0 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "staff_commission" CHECK("staff_members"."commission_rate" between 0 and 1)
) STRICT;
--> statement-breakpoint
CREATE INDEX `staff_by_shop` ON `staff_members` (`shop_id`,`is_active`,`first_name`);--> statement-breakpoint
CREATE TABLE `staff_services` (
	`staff_member_id` text NOT NULL,
	`service_id` text NOT NULL,
	PRIMARY KEY(`staff_member_id`, `service_id`),
	FOREIGN KEY (`staff_member_id`) REFERENCES `staff_members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `staff_services_by_service` ON `staff_services` (`service_id`,`staff_member_id`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`recipient_email` text,
	`recipient_phone` text,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`attempt_count` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	CONSTRAINT "outbox_payload" CHECK(json_valid("outbox"."payload"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupe_key_unique` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`sent_at`,`next_attempt_at`);