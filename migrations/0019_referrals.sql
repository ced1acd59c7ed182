-- Referrals: the code of an enrollment, the friends who booked with it, and cashback that could not be taken back. Tables and
-- columns by drizzle-kit; STRICT and the constraint of a program's two amounts by hand, since a CHECK of the table would need
-- a new one.
CREATE TABLE `cashback_write_offs` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`appointment_id` text NOT NULL,
	`amount_kobo` integer NOT NULL,
	`reason` text NOT NULL,
	`written_off_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `cashback_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cashback_write_off" CHECK("cashback_write_offs"."amount_kobo" > 0 and "reason" in ('visit_undone', 'referral_undone', 'payment_refunded'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `cashback_write_offs_by_account` ON `cashback_write_offs` (`account_id`);--> statement-breakpoint
CREATE TABLE `referrals` (
	`checkout_id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`code` text NOT NULL,
	`enrollment_id` text,
	`referrer_kobo` integer NOT NULL,
	`friend_kobo` integer NOT NULL,
	`friend_user_id` text,
	`friend_email` text,
	`friend_phone` text,
	`is_same_device` integer NOT NULL,
	`created_at` integer NOT NULL,
	`status` text DEFAULT 'reserved' NOT NULL,
	`reason` text,
	`settled_at` integer,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`enrollment_id`) REFERENCES `loyalty_enrollments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "referral_vocabulary" CHECK("status" in ('reserved', 'paid', 'held', 'refused')),
	CONSTRAINT "referral_amounts" CHECK("referrals"."referrer_kobo" > 0 and "referrals"."friend_kobo" > 0),
	CONSTRAINT "referral_settled" CHECK(("referrals"."status" = 'reserved') = ("referrals"."settled_at" is null) and ("referrals"."status" in ('held', 'refused')) = ("referrals"."reason" is not null) and ("referrals"."reason" is null or "reason" in ('referrer_gone', 'same_account', 'same_email', 'same_phone', 'by_operator', 'same_device', 'same_card', 'too_many')))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `referrals_one_an_account` ON `referrals` (`shop_id`,`friend_user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `referrals_one_an_email` ON `referrals` (`shop_id`,`friend_email`);--> statement-breakpoint
CREATE UNIQUE INDEX `referrals_one_a_phone` ON `referrals` (`shop_id`,`friend_phone`);--> statement-breakpoint
CREATE INDEX `referrals_by_enrollment` ON `referrals` (`enrollment_id`,`settled_at`);--> statement-breakpoint
CREATE INDEX `referrals_open` ON `referrals` (`created_at`) WHERE "referrals"."status" in ('reserved', 'held');--> statement-breakpoint
ALTER TABLE `loyalty_enrollments` ADD `referral_code` text;--> statement-breakpoint
CREATE UNIQUE INDEX `loyalty_enrollments_one_code` ON `loyalty_enrollments` (`referral_code`) WHERE "loyalty_enrollments"."referral_code" is not null;--> statement-breakpoint
ALTER TABLE `loyalty_programs` ADD `referral_referrer_kobo` integer;--> statement-breakpoint
ALTER TABLE `loyalty_programs` ADD `referral_friend_kobo` integer
	CONSTRAINT `loyalty_program_referral` CHECK((`referral_friend_kobo` is null) = (`referral_referrer_kobo` is null)
		and coalesce(`referral_friend_kobo`, 1) > 0 and coalesce(`referral_referrer_kobo`, 1) > 0);--> statement-breakpoint
ALTER TABLE `transactions` ADD `card_key` text;
