CREATE TABLE `payout_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`bank_code` text NOT NULL,
	`bank_name` text NOT NULL,
	`account_number` text NOT NULL,
	`holder_name` text NOT NULL,
	`recipient_code` text,
	`set_by` text NOT NULL,
	`key_id` text,
	`confirmed_at` integer NOT NULL,
	`usable_at` integer NOT NULL,
	`stop_token_hash` text,
	`stopped_at` integer,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`key_id`) REFERENCES `access_keys`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_account_number" CHECK(length("payout_accounts"."account_number") = 10 and "payout_accounts"."account_number" not glob '*[^0-9]*'),
	CONSTRAINT "payout_account_setter" CHECK("set_by" in ('owner', 'operator'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_accounts_stop_token_hash_unique` ON `payout_accounts` (`stop_token_hash`);--> statement-breakpoint
CREATE INDEX `payout_accounts_by_shop` ON `payout_accounts` (`shop_id`,`confirmed_at`);--> statement-breakpoint
CREATE TABLE `payout_items` (
	`payout_reference` text NOT NULL,
	`payment_reference` text NOT NULL,
	`nth` integer NOT NULL,
	`reason` text NOT NULL,
	`due_at` integer NOT NULL,
	`earned_kobo` integer NOT NULL,
	`tip_kobo` integer NOT NULL,
	`commission_kobo` integer NOT NULL,
	`payment_fee_kobo` integer NOT NULL,
	`voided_at` integer,
	PRIMARY KEY(`payout_reference`, `payment_reference`),
	FOREIGN KEY (`payout_reference`) REFERENCES `payouts`(`reference`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_reference`) REFERENCES `transactions`(`payment_reference`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_item_reason" CHECK("reason" in ('completed', 'no_show', 'late_cancellation', 'not_closed', 'plan_used', 'plan_kept', 'given_back', 'made_less'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_items_once` ON `payout_items` (`payment_reference`,`nth`) WHERE "payout_items"."voided_at" is null;--> statement-breakpoint
CREATE TABLE `payout_looks` (
	`shop_id` text PRIMARY KEY NOT NULL,
	`looked_at` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `payout_terms` (
	`shop_id` text NOT NULL,
	`applies_from` integer NOT NULL,
	`commission_percent` integer DEFAULT 0 NOT NULL,
	`payment_fee_bearer` text DEFAULT 'shop' NOT NULL,
	`transfer_fee_bearer` text DEFAULT 'operator' NOT NULL,
	`set_at` integer NOT NULL,
	PRIMARY KEY(`shop_id`, `applies_from`),
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_terms_commission" CHECK("payout_terms"."commission_percent" between 0 and 50),
	CONSTRAINT "payout_terms_bearers" CHECK("payment_fee_bearer" in ('shop', 'operator') and "transfer_fee_bearer" in ('shop', 'operator'))
) STRICT;
--> statement-breakpoint
CREATE TABLE `payouts` (
	`reference` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`account_id` text NOT NULL,
	`way` text NOT NULL,
	`mode` text NOT NULL,
	`status` text DEFAULT 'written' NOT NULL,
	`gross_kobo` integer NOT NULL,
	`commission_kobo` integer NOT NULL,
	`payment_fee_kobo` integer NOT NULL,
	`transfer_fee_kobo` integer NOT NULL,
	`amount_kobo` integer NOT NULL,
	`currency` text DEFAULT 'NGN' NOT NULL,
	`charged_fee_kobo` integer,
	`outside_reference` text,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`next_attempt_at` integer,
	`attempt_count` integer DEFAULT 0 NOT NULL,
	`is_asked` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `payout_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_reference" CHECK(length("payouts"."reference") between 16 and 50 and "payouts"."reference" not glob '*[^a-z0-9_-]*'),
	CONSTRAINT "payout_amounts" CHECK("payouts"."amount_kobo" > 0 and "payouts"."transfer_fee_kobo" >= 0 and "payouts"."amount_kobo" = "payouts"."gross_kobo" - "payouts"."commission_kobo" - "payouts"."payment_fee_kobo" - "payouts"."transfer_fee_kobo"),
	CONSTRAINT "payout_vocabulary" CHECK("way" in ('paystack', 'bank_file') and "mode" in ('test', 'live') and "status" in ('written', 'received', 'pending', 'otp', 'success', 'failed', 'reversed', 'abandoned', 'blocked', 'rejected', 'cancelled'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `payouts_by_shop` ON `payouts` (`shop_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `payouts_to_ask` ON `payouts` (`next_attempt_at`) WHERE "payouts"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX `payouts_pending` ON `payouts` (`created_at`) WHERE "payouts"."status" in ('written', 'received', 'pending', 'otp');--> statement-breakpoint
ALTER TABLE `shops` ADD `payouts_held_until` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `transactions` ADD `is_payout_open` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `transactions_payout_open` ON `transactions` (`shop_id`,`recorded_at`) WHERE "transactions"."is_payout_open" = 1;--> statement-breakpoint
CREATE INDEX `ledger_accounts_with_balance` ON `ledger_accounts` (`kind`,`balance_kobo`) WHERE "ledger_accounts"."balance_kobo" <> 0;
--> statement-breakpoint
INSERT INTO `ledger_account_kinds` (`kind`, `balance_sign`) VALUES ('shop_paid', 1), ('payout_pending', -1), ('commission', 1), ('payment_fee', 1), ('transfer_fee', 1), ('operator_bank', 1);
--> statement-breakpoint
-- Of what came before, nothing was settled: only what went back is neither due nor owed.
UPDATE transactions SET is_payout_open = 0 WHERE outcome = 'refund';
--> statement-breakpoint
-- What a payout settles may differ again from what is the shop's after each of the next events.
CREATE TRIGGER payment_is_settled AFTER INSERT ON payout_items
BEGIN
	UPDATE transactions SET is_payout_open = 0 WHERE payment_reference = NEW.payment_reference;
END;
--> statement-breakpoint
CREATE TRIGGER payment_is_not_settled AFTER UPDATE OF voided_at ON payout_items
BEGIN
	UPDATE transactions SET is_payout_open = (outcome <> 'refund' OR EXISTS (SELECT 1 FROM payout_items item
		WHERE item.payment_reference = NEW.payment_reference AND item.voided_at IS NULL))
	WHERE payment_reference = NEW.payment_reference;
END;
--> statement-breakpoint
CREATE TRIGGER payment_has_another_outcome AFTER UPDATE OF outcome, staff_tip_kobo ON transactions
BEGIN
	UPDATE transactions SET is_payout_open = (outcome <> 'refund' OR EXISTS (SELECT 1 FROM payout_items item
		WHERE item.payment_reference = NEW.payment_reference AND item.voided_at IS NULL))
	WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER payment_has_become_less AFTER INSERT ON refunds WHEN NEW.part > 0
BEGIN
	UPDATE transactions SET is_payout_open = 1 WHERE payment_reference = NEW.payment_reference;
END;
--> statement-breakpoint
-- A payout that ended stays so, but for money that comes back; its amounts and its account never change.
CREATE TRIGGER payout_has_ended BEFORE UPDATE OF status ON payouts
WHEN OLD.status IN ('failed', 'reversed', 'abandoned', 'blocked', 'rejected', 'cancelled')
	OR (OLD.status = 'success' AND NEW.status NOT IN ('success', 'reversed'))
BEGIN
	SELECT RAISE(ABORT, 'payout_has_ended');
END;
--> statement-breakpoint
CREATE TRIGGER payout_is_fixed BEFORE UPDATE OF shop_id, account_id, way, mode, gross_kobo, commission_kobo, payment_fee_kobo, transfer_fee_kobo, amount_kobo, currency ON payouts
BEGIN
	SELECT RAISE(ABORT, 'payout_is_fixed');
END;
