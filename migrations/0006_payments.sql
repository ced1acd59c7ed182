-- Payments, refunds, webhooks and the ledger; visits that wait for their payment. Written by drizzle-kit; by hand: STRICT
-- (see 0000_tables.sql), two foreign keys that are checked at the end of a batch, the checks of added columns, and the
-- state of the checkouts that became appointments.
CREATE TABLE `checkout_add_ons` (
	`checkout_id` text NOT NULL,
	`add_on_id` text NOT NULL,
	`name` text NOT NULL,
	`price_kobo` integer NOT NULL,
	`duration_minutes` integer NOT NULL,
	PRIMARY KEY(`checkout_id`, `add_on_id`),
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`add_on_id`) REFERENCES `add_ons`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `checkout_services` (
	`checkout_id` text NOT NULL,
	`position` integer NOT NULL,
	`service_id` text NOT NULL,
	`staff_member_id` text,
	`name` text NOT NULL,
	`price_kobo` integer NOT NULL,
	`duration_minutes` integer NOT NULL,
	`buffer_minutes` integer NOT NULL,
	PRIMARY KEY(`checkout_id`, `position`),
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_member_id`) REFERENCES `staff_members`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `job_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`finished_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `ledger_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`owner` text NOT NULL,
	`currency` text NOT NULL,
	`balance_kobo` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_account_kind" CHECK("kind" in ('paystack', 'paystack_fees', 'customer_money', 'shop_due', 'staff_tips')),
	CONSTRAINT "ledger_balance" CHECK("ledger_accounts"."kind" in ('paystack', 'paystack_fees') or "ledger_accounts"."balance_kobo" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `ledger_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`occasion` text NOT NULL,
	`occurred_at` integer NOT NULL,
	`recorded_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_entries_occasion_unique` ON `ledger_entries` (`occasion`);--> statement-breakpoint
CREATE TABLE `ledger_lines` (
	`entry_id` text NOT NULL,
	`account_id` text NOT NULL,
	`amount_kobo` integer NOT NULL,
	PRIMARY KEY(`entry_id`, `account_id`),
	FOREIGN KEY (`entry_id`) REFERENCES `ledger_entries`(`id`) ON UPDATE no action ON DELETE no action DEFERRABLE INITIALLY DEFERRED,
	FOREIGN KEY (`account_id`) REFERENCES `ledger_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_line_amount" CHECK("ledger_lines"."amount_kobo" <> 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `ledger_lines_by_account` ON `ledger_lines` (`account_id`);--> statement-breakpoint
CREATE TABLE `payment_attempts` (
	`reference` text PRIMARY KEY NOT NULL,
	`checkout_id` text NOT NULL,
	`amount_kobo` integer NOT NULL,
	`currency` text DEFAULT 'NGN' NOT NULL,
	`mode` text NOT NULL,
	`status` text DEFAULT 'created' NOT NULL,
	`authorization_url` text,
	`seen_status` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`next_check_at` integer NOT NULL,
	`check_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "attempt_amount" CHECK("payment_attempts"."amount_kobo" > 0),
	CONSTRAINT "attempt_vocabulary" CHECK("status" in ('created', 'open', 'replaced', 'not_started', 'closed', 'paid') and "mode" in ('test', 'live'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_attempts_one_open` ON `payment_attempts` (`checkout_id`) WHERE "payment_attempts"."status" in ('created', 'open');--> statement-breakpoint
CREATE INDEX `payment_attempts_by_checkout` ON `payment_attempts` (`checkout_id`);--> statement-breakpoint
CREATE INDEX `payment_attempts_due` ON `payment_attempts` (`next_check_at`) WHERE "payment_attempts"."status" in ('created', 'open', 'replaced');--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_reference` text NOT NULL,
	`amount_kobo` integer NOT NULL,
	`currency` text NOT NULL,
	`reason` text NOT NULL,
	`status` text DEFAULT 'requested' NOT NULL,
	`paystack_refund_id` text,
	`requested_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`attempt_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`payment_reference`) REFERENCES `transactions`(`payment_reference`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refund_amount" CHECK("refunds"."amount_kobo" > 0),
	CONSTRAINT "refund_vocabulary" CHECK("status" in ('requested', 'pending', 'processing', 'processed', 'failed', 'needs-attention') and "reason" in ('cancelled', 'second_payment', 'time_lost', 'offer_declined', 'promo_used_up', 'amount_mismatch', 'currency_mismatch', 'by_operator', 'dispute_lost'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_payment_reference_unique` ON `refunds` (`payment_reference`);--> statement-breakpoint
CREATE INDEX `refunds_due` ON `refunds` (`next_attempt_at`) WHERE "refunds"."status" in ('requested', 'pending', 'processing');--> statement-breakpoint
CREATE TABLE `transactions` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_reference` text NOT NULL,
	`checkout_id` text NOT NULL,
	`shop_id` text NOT NULL,
	`appointment_id` text,
	`amount_kobo` integer NOT NULL,
	`currency` text NOT NULL,
	`fee_kobo` integer NOT NULL,
	`staff_tip_kobo` integer DEFAULT 0 NOT NULL,
	`transaction_type` text NOT NULL,
	`description` text NOT NULL,
	`transaction_date` integer NOT NULL,
	`recorded_at` integer NOT NULL,
	`outcome` text NOT NULL,
	`decided_at` integer NOT NULL,
	`offer_expires_at` integer,
	`disputed_at` integer,
	FOREIGN KEY (`payment_reference`) REFERENCES `payment_attempts`(`reference`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action DEFERRABLE INITIALLY DEFERRED,
	CONSTRAINT "transaction_amounts" CHECK("transactions"."amount_kobo" > 0 and "transactions"."fee_kobo" >= 0 and "transactions"."staff_tip_kobo" >= 0),
	CONSTRAINT "transaction_vocabulary" CHECK("transaction_type" in ('CASH', 'TRANSFER', 'CARD') and "outcome" in ('booked', 'offered', 'refund')),
	CONSTRAINT "transaction_outcome" CHECK(("transactions"."outcome" <> 'booked' or "transactions"."appointment_id" is not null) and ("transactions"."outcome" <> 'offered' or "transactions"."offer_expires_at" is not null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_payment_reference_unique` ON `transactions` (`payment_reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_one_for_a_visit` ON `transactions` (`appointment_id`);--> statement-breakpoint
CREATE INDEX `transactions_by_checkout` ON `transactions` (`checkout_id`);--> statement-breakpoint
CREATE INDEX `transactions_offered` ON `transactions` (`offer_expires_at`) WHERE "transactions"."outcome" = 'offered';--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`id` text PRIMARY KEY NOT NULL,
	`dedupe_key` text NOT NULL,
	`event` text NOT NULL,
	`reference` text,
	`object_id` text,
	`payload` text NOT NULL,
	`received_at` integer NOT NULL,
	`processed_at` integer,
	`attempt_count` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_events_dedupe_key_unique` ON `webhook_events` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `webhook_events_due` ON `webhook_events` (`next_attempt_at`) WHERE "webhook_events"."processed_at" is null;--> statement-breakpoint
DROP INDEX `checkouts_draft_id_unique`;--> statement-breakpoint
UPDATE `checkouts` SET `status` = 'COMPLETED' WHERE EXISTS (SELECT 1 FROM `appointments` WHERE `appointments`.`checkout_id` = `checkouts`.`id`);--> statement-breakpoint
ALTER TABLE `checkouts` ADD `starts_at` integer;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `refundable_until_at` integer;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `promo_code_id` text REFERENCES promo_codes(id);--> statement-breakpoint
ALTER TABLE `checkouts` ADD `due_kobo` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_one_booking` ON `checkouts` (`draft_id`) WHERE "checkouts"."status" = 'COMPLETED';--> statement-breakpoint
CREATE INDEX `checkouts_by_draft` ON `checkouts` (`draft_id`);--> statement-breakpoint
ALTER TABLE `appointments` ADD `paid_kobo` integer DEFAULT 0 NOT NULL CONSTRAINT "appointment_paid" CHECK("paid_kobo" between 0 and max("total_kobo", 0));--> statement-breakpoint
CREATE INDEX `appointments_missed` ON `appointments` (`client_id`) WHERE "appointments"."status" = 'NO_SHOW';--> statement-breakpoint
ALTER TABLE `holds` ADD `checkout_id` text;--> statement-breakpoint
ALTER TABLE `shops` ADD `deposit_kind` text DEFAULT 'none' NOT NULL CONSTRAINT "shop_deposit_kind" CHECK("deposit_kind" in ('none', 'percent', 'amount'));--> statement-breakpoint
ALTER TABLE `shops` ADD `deposit_value` integer DEFAULT 0 NOT NULL CONSTRAINT "shop_deposit" CHECK("deposit_value" >= 0 and ("deposit_kind" <> 'percent' or "deposit_value" <= 100));--> statement-breakpoint
ALTER TABLE `shops` ADD `prepaid_from_no_shows` integer CONSTRAINT "shop_prepaid" CHECK("prepaid_from_no_shows" > 0);