-- Lists that grow become rows: a new kind is an INSERT, and no table is rebuilt for it (docs/decisions/016). The tables that
-- carried such a list as a CHECK are rebuilt, and their columns take the names of the code. Foreign keys have to be off, as
-- drizzle's migrator has them; columns by drizzle-kit; by hand: STRICT, the deferred foreign key, the copies, the triggers.

-- 1. The lists.
CREATE TABLE `purchase_kinds` (
	`kind` text PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO `purchase_kinds` (`kind`) VALUES ('appointment');
--> statement-breakpoint
CREATE TABLE `payment_outcomes` (
	`kind` text PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO `payment_outcomes` (`kind`) VALUES ('booked'), ('offered'), ('refund');
--> statement-breakpoint
CREATE TABLE `refund_reasons` (
	`kind` text PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO `refund_reasons` (`kind`) VALUES ('cancelled'), ('second_payment'), ('time_lost'), ('offer_declined'), ('promo_used_up'), ('amount_mismatch'), ('currency_mismatch'), ('by_operator'), ('dispute_lost');
--> statement-breakpoint
CREATE TABLE `rate_limit_kinds` (
	`kind` text PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO `rate_limit_kinds` (`kind`) VALUES ('sign-in-account'), ('sign-in-device'), ('sign-in-network'), ('register-network'), ('reset-account'), ('reset-network'), ('promo-network');
--> statement-breakpoint
CREATE TABLE `ledger_account_kinds` (
	`kind` text PRIMARY KEY NOT NULL,
	`balance_sign` integer NOT NULL,
	CONSTRAINT "ledger_account_kind_sign" CHECK("balance_sign" in (1, -1))
) STRICT;
--> statement-breakpoint
INSERT INTO `ledger_account_kinds` (`kind`, `balance_sign`) VALUES ('paystack', 1), ('paystack_fees', 1), ('customer_money', -1), ('shop_due', -1), ('staff_tips', -1);
--> statement-breakpoint

-- 2. Triggers that read or watch a rebuilt table go first: a rename checks every trigger of the database.
DROP TRIGGER paid_is_final;
--> statement-breakpoint
DROP TRIGGER payment_is_decided_once;
--> statement-breakpoint
DROP TRIGGER payment_stays;
--> statement-breakpoint
DROP TRIGGER payment_is_kept;
--> statement-breakpoint
DROP TRIGGER transactions_offer_needs_open_draft;
--> statement-breakpoint
DROP TRIGGER refund_is_due;
--> statement-breakpoint
DROP TRIGGER refund_is_final;
--> statement-breakpoint
DROP TRIGGER refund_stays;
--> statement-breakpoint
DROP TRIGGER refund_is_kept;
--> statement-breakpoint
DROP TRIGGER ledger_entry_is_balanced;
--> statement-breakpoint
DROP TRIGGER ledger_line_joins_an_open_entry;
--> statement-breakpoint
DROP TRIGGER ledger_line_counts;
--> statement-breakpoint
DROP TRIGGER ledger_line_stays;
--> statement-breakpoint
DROP TRIGGER ledger_line_is_kept;
--> statement-breakpoint
DROP TRIGGER ledger_entry_stays;
--> statement-breakpoint
DROP TRIGGER ledger_entry_is_kept;
--> statement-breakpoint

-- 3. The tables.
CREATE TABLE `new_payment_attempts` (
	`payment_reference` text PRIMARY KEY NOT NULL,
	`purchase_kind` text DEFAULT 'appointment' NOT NULL,
	`checkout_id` text NOT NULL,
	`amount_kobo` integer NOT NULL,
	`currency` text DEFAULT 'NGN' NOT NULL,
	`mode` text NOT NULL,
	`status` text DEFAULT 'created' NOT NULL,
	`authorization_url` text,
	`gateway_status` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`next_check_at` integer NOT NULL,
	`check_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`purchase_kind`) REFERENCES `purchase_kinds`(`kind`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "attempt_amount" CHECK("amount_kobo" > 0),
	CONSTRAINT "attempt_vocabulary" CHECK("status" in ('created', 'open', 'replaced', 'not_started', 'closed', 'paid') and "mode" in ('test', 'live'))
) STRICT;
--> statement-breakpoint
INSERT INTO `new_payment_attempts` (`payment_reference`, `checkout_id`, `amount_kobo`, `currency`, `mode`, `status`, `authorization_url`, `gateway_status`, `created_at`, `expires_at`, `next_check_at`, `check_count`)
	SELECT `reference`, `checkout_id`, `amount_kobo`, `currency`, `mode`, `status`, `authorization_url`, `seen_status`, `created_at`, `expires_at`, `next_check_at`, `check_count` FROM `payment_attempts`;
--> statement-breakpoint
DROP TABLE `payment_attempts`;
--> statement-breakpoint
ALTER TABLE `new_payment_attempts` RENAME TO `payment_attempts`;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_attempts_one_open` ON `payment_attempts` (`checkout_id`) WHERE "status" in ('created', 'open');
--> statement-breakpoint
CREATE INDEX `payment_attempts_by_checkout` ON `payment_attempts` (`checkout_id`);
--> statement-breakpoint
CREATE INDEX `payment_attempts_due` ON `payment_attempts` (`next_check_at`) WHERE "status" in ('created', 'open', 'replaced');
--> statement-breakpoint
CREATE TABLE `new_transactions` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_reference` text NOT NULL,
	`checkout_id` text NOT NULL,
	`shop_id` text NOT NULL,
	`appointment_id` text,
	`amount_kobo` integer NOT NULL,
	`currency` text NOT NULL,
	`fee_kobo` integer NOT NULL,
	`staff_tip_kobo` integer DEFAULT 0 NOT NULL,
	`payment_method` text NOT NULL,
	`description` text NOT NULL,
	`paid_at` integer NOT NULL,
	`recorded_at` integer NOT NULL,
	`outcome` text NOT NULL,
	`resolved_at` integer NOT NULL,
	`offer_expires_at` integer,
	`disputed_at` integer,
	FOREIGN KEY (`payment_reference`) REFERENCES `payment_attempts`(`payment_reference`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action DEFERRABLE INITIALLY DEFERRED,
	FOREIGN KEY (`outcome`) REFERENCES `payment_outcomes`(`kind`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "transaction_amounts" CHECK("amount_kobo" > 0 and "fee_kobo" >= 0 and "staff_tip_kobo" >= 0),
	CONSTRAINT "transaction_payment_method" CHECK("payment_method" in ('CASH', 'TRANSFER', 'CARD')),
	CONSTRAINT "transaction_outcome" CHECK(("outcome" <> 'booked' or "appointment_id" is not null) and ("outcome" <> 'offered' or "offer_expires_at" is not null))
) STRICT;
--> statement-breakpoint
INSERT INTO `new_transactions` (`id`, `payment_reference`, `checkout_id`, `shop_id`, `appointment_id`, `amount_kobo`, `currency`, `fee_kobo`, `staff_tip_kobo`, `payment_method`, `description`, `paid_at`, `recorded_at`, `outcome`, `resolved_at`, `offer_expires_at`, `disputed_at`)
	SELECT `id`, `payment_reference`, `checkout_id`, `shop_id`, `appointment_id`, `amount_kobo`, `currency`, `fee_kobo`, `staff_tip_kobo`, `transaction_type`, `description`, `transaction_date`, `recorded_at`, `outcome`, `decided_at`, `offer_expires_at`, `disputed_at` FROM `transactions`;
--> statement-breakpoint
DROP TABLE `transactions`;
--> statement-breakpoint
ALTER TABLE `new_transactions` RENAME TO `transactions`;
--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_payment_reference_unique` ON `transactions` (`payment_reference`);
--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_one_per_appointment` ON `transactions` (`appointment_id`);
--> statement-breakpoint
CREATE INDEX `transactions_by_checkout` ON `transactions` (`checkout_id`);
--> statement-breakpoint
CREATE INDEX `transactions_offered` ON `transactions` (`offer_expires_at`) WHERE "outcome" = 'offered';
--> statement-breakpoint
CREATE TABLE `new_refunds` (
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
	FOREIGN KEY (`reason`) REFERENCES `refund_reasons`(`kind`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refund_amount" CHECK("amount_kobo" > 0),
	CONSTRAINT "refund_status" CHECK("status" in ('requested', 'pending', 'processing', 'processed', 'failed', 'needs-attention'))
) STRICT;
--> statement-breakpoint
INSERT INTO `new_refunds` (`id`, `payment_reference`, `amount_kobo`, `currency`, `reason`, `status`, `paystack_refund_id`, `requested_at`, `changed_at`, `next_attempt_at`, `attempt_count`)
	SELECT `id`, `payment_reference`, `amount_kobo`, `currency`, `reason`, `status`, `paystack_refund_id`, `requested_at`, `changed_at`, `next_attempt_at`, `attempt_count` FROM `refunds`;
--> statement-breakpoint
DROP TABLE `refunds`;
--> statement-breakpoint
ALTER TABLE `new_refunds` RENAME TO `refunds`;
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_payment_reference_unique` ON `refunds` (`payment_reference`);
--> statement-breakpoint
CREATE INDEX `refunds_due` ON `refunds` (`next_attempt_at`) WHERE "status" in ('requested', 'pending', 'processing');
--> statement-breakpoint
CREATE TABLE `new_ledger_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`owner` text NOT NULL,
	`currency` text NOT NULL,
	`balance_kobo` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`kind`) REFERENCES `ledger_account_kinds`(`kind`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `new_ledger_accounts` (`id`, `kind`, `owner`, `currency`, `balance_kobo`)
	SELECT `id`, `kind`, `owner`, `currency`, `balance_kobo` FROM `ledger_accounts`;
--> statement-breakpoint
DROP TABLE `ledger_accounts`;
--> statement-breakpoint
ALTER TABLE `new_ledger_accounts` RENAME TO `ledger_accounts`;
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`attempts` integer NOT NULL,
	`last_attempt_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject`),
	FOREIGN KEY (`kind`) REFERENCES `rate_limit_kinds`(`kind`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `rate_limits` (`kind`, `subject`, `attempts`, `last_attempt_at`, `expires_at`)
	SELECT `kind`, `subject`, `tries`, `last_try_at`, `expires_at` FROM `guess_counters`;
--> statement-breakpoint
DROP TABLE `guess_counters`;
--> statement-breakpoint
CREATE INDEX `rate_limits_by_expiry` ON `rate_limits` (`expires_at`);
--> statement-breakpoint

-- 4. Triggers, named for their table and what they refuse. Their words are those of 0007_payment_laws.sql.
-- Paid is final, whatever an older answer or an event out of order says.
CREATE TRIGGER payment_attempts_paid_final BEFORE UPDATE OF status ON payment_attempts
WHEN OLD.status = 'paid' AND NEW.status <> 'paid'
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint

-- An outcome goes forward only: an offer is taken up, once and in time, or refunded; a booking is refunded. Whoever comes
-- second is refused with all of their batch.
CREATE TRIGGER transactions_outcome_forward_only BEFORE UPDATE OF outcome, appointment_id ON transactions
WHEN NOT (
	(OLD.outcome = 'offered' AND NEW.outcome = 'booked' AND NEW.resolved_at < OLD.offer_expires_at)
	OR (OLD.outcome IN ('offered', 'booked') AND NEW.outcome = 'refund' AND NEW.appointment_id IS OLD.appointment_id)
)
BEGIN
	SELECT RAISE(ABORT, 'payment_decided');
END;
--> statement-breakpoint

CREATE TRIGGER transactions_offer_needs_open_draft BEFORE INSERT ON transactions
WHEN NEW.outcome = 'offered'
BEGIN
	SELECT RAISE(ABORT, 'draft_already_booked') WHERE EXISTS (
		SELECT 1 FROM checkouts paid JOIN checkouts booked ON booked.draft_id = paid.draft_id AND booked.status = 'COMPLETED'
		WHERE paid.id = NEW.checkout_id
	);
END;
--> statement-breakpoint

CREATE TRIGGER transactions_immutable BEFORE UPDATE OF payment_reference, checkout_id, amount_kobo, currency, fee_kobo ON transactions
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint

CREATE TRIGGER transactions_no_delete BEFORE DELETE ON transactions
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint

-- A refund needs the outcome 'refund' and is never more than came; a processed one stays processed.
CREATE TRIGGER refunds_require_refund_outcome BEFORE INSERT ON refunds
BEGIN
	SELECT RAISE(ABORT, 'refund_not_due') WHERE NOT EXISTS (
		SELECT 1 FROM transactions
		WHERE payment_reference = NEW.payment_reference AND outcome = 'refund'
			AND amount_kobo >= NEW.amount_kobo AND currency = NEW.currency
	);
END;
--> statement-breakpoint

CREATE TRIGGER refunds_processed_final BEFORE UPDATE OF status ON refunds
WHEN OLD.status = 'processed' AND NEW.status <> 'processed'
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint

CREATE TRIGGER refunds_immutable BEFORE UPDATE OF payment_reference, amount_kobo, currency ON refunds
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint

CREATE TRIGGER refunds_no_delete BEFORE DELETE ON refunds
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint

-- The ledger: lines are written first and their entry last, which closes it. An entry sums to zero in each currency, has two
-- lines at least, and nothing of it changes afterwards. A line without its entry breaks its foreign key at the end.
CREATE TRIGGER ledger_entries_balanced BEFORE INSERT ON ledger_entries
BEGIN
	SELECT RAISE(ABORT, 'ledger_unbalanced')
	WHERE (SELECT count(*) FROM ledger_lines WHERE entry_id = NEW.id) < 2
		OR EXISTS (
			SELECT 1 FROM ledger_lines line JOIN ledger_accounts account ON account.id = line.account_id
			WHERE line.entry_id = NEW.id GROUP BY account.currency HAVING sum(line.amount_kobo) <> 0
		);
END;
--> statement-breakpoint

CREATE TRIGGER ledger_lines_need_open_entry BEFORE INSERT ON ledger_lines
WHEN EXISTS (SELECT 1 FROM ledger_entries WHERE id = NEW.entry_id)
BEGIN
	SELECT RAISE(ABORT, 'ledger_is_append_only');
END;
--> statement-breakpoint

CREATE TRIGGER ledger_lines_update_balance AFTER INSERT ON ledger_lines
BEGIN
	UPDATE ledger_accounts
	SET balance_kobo = balance_kobo + NEW.amount_kobo
		* (SELECT balance_sign FROM ledger_account_kinds WHERE kind = ledger_accounts.kind)
	WHERE id = NEW.account_id;
END;
--> statement-breakpoint

-- What is owed is never less than nothing.
CREATE TRIGGER ledger_accounts_not_overdrawn_on_update BEFORE UPDATE OF balance_kobo ON ledger_accounts
WHEN NEW.balance_kobo < 0
BEGIN
	SELECT RAISE(ABORT, 'ledger_account_overdrawn')
	WHERE EXISTS (SELECT 1 FROM ledger_account_kinds WHERE kind = NEW.kind AND balance_sign = -1);
END;
--> statement-breakpoint

CREATE TRIGGER ledger_accounts_not_overdrawn_on_insert BEFORE INSERT ON ledger_accounts
WHEN NEW.balance_kobo < 0
BEGIN
	SELECT RAISE(ABORT, 'ledger_account_overdrawn')
	WHERE EXISTS (SELECT 1 FROM ledger_account_kinds WHERE kind = NEW.kind AND balance_sign = -1);
END;
--> statement-breakpoint

CREATE TRIGGER ledger_lines_immutable BEFORE UPDATE ON ledger_lines
BEGIN
	SELECT RAISE(ABORT, 'ledger_is_append_only');
END;
--> statement-breakpoint

CREATE TRIGGER ledger_lines_no_delete BEFORE DELETE ON ledger_lines
BEGIN
	SELECT RAISE(ABORT, 'ledger_is_append_only');
END;
--> statement-breakpoint

CREATE TRIGGER ledger_entries_immutable BEFORE UPDATE ON ledger_entries
BEGIN
	SELECT RAISE(ABORT, 'ledger_is_append_only');
END;
--> statement-breakpoint

CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries
BEGIN
	SELECT RAISE(ABORT, 'ledger_is_append_only');
END;
