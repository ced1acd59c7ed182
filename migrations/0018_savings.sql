-- Savings at checkout: a reward or cashback that a checkout takes. Tables and columns by drizzle-kit; STRICT, the row and the
-- words of refused batches by hand.
INSERT INTO `ledger_account_kinds` (`kind`, `balance_sign`) VALUES ('cashback_spent', -1);
--> statement-breakpoint
CREATE TABLE `cashback_uses` (
	`checkout_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`amount_kobo` integer NOT NULL,
	`used_at` integer NOT NULL,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `cashback_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cashback_use_amount" CHECK("cashback_uses"."amount_kobo" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `cashback_uses_by_account` ON `cashback_uses` (`account_id`);--> statement-breakpoint
CREATE TABLE `reward_uses` (
	`checkout_id` text PRIMARY KEY NOT NULL,
	`reward_id` text NOT NULL,
	`used_at` integer NOT NULL,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reward_id`) REFERENCES `rewards`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `reward_uses_reward_id_unique` ON `reward_uses` (`reward_id`);--> statement-breakpoint
DROP INDEX `checkouts_pending`;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `reward_id` text;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `cashback_kobo` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `checkouts_pending` ON `checkouts` (`created_at`) WHERE "checkouts"."status" = 'PENDING' and ("checkouts"."promo_code_id" is not null or "checkouts"."reward_id" is not null or "checkouts"."cashback_kobo" > 0);--> statement-breakpoint
ALTER TABLE `appointments` ADD `reward_id` text;--> statement-breakpoint
ALTER TABLE `appointments` ADD `cashback_kobo` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `drafts` ADD `reward_id` text;--> statement-breakpoint
ALTER TABLE `drafts` ADD `uses_cashback` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `rewards` ADD `voucher_opened_at` integer;
--> statement-breakpoint

-- What two bookings at once may both want: a reward, cashback, the code of a friend.
DROP TRIGGER refused_writes_raise_word;
--> statement-breakpoint
CREATE TRIGGER refused_writes_raise_word BEFORE INSERT ON refused_writes
BEGIN
	SELECT CASE NEW.word
		WHEN 'appointment_not_movable' THEN RAISE(ABORT, 'appointment_not_movable')
		WHEN 'cashback_not_available' THEN RAISE(ABORT, 'cashback_not_available')
		WHEN 'dispute_over' THEN RAISE(ABORT, 'dispute_over')
		WHEN 'draft_already_booked' THEN RAISE(ABORT, 'draft_already_booked')
		WHEN 'network_holds_full' THEN RAISE(ABORT, 'network_holds_full')
		WHEN 'promo_rate_limited' THEN RAISE(ABORT, 'promo_rate_limited')
		WHEN 'referral_not_valid' THEN RAISE(ABORT, 'referral_not_valid')
		WHEN 'reward_not_available' THEN RAISE(ABORT, 'reward_not_available')
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
