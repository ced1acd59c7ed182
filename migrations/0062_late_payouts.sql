-- It names the table that is made anew.
DROP TRIGGER payment_has_another_outcome;--> statement-breakpoint
CREATE TABLE `__new_payout_items` (
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
	CONSTRAINT "payout_item_reason" CHECK("reason" in ('completed', 'no_show', 'late_cancellation', 'not_closed', 'plan_used', 'plan_kept', 'given_back', 'made_less', 'paid_twice'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_payout_items`("payout_reference", "payment_reference", "nth", "reason", "due_at", "earned_kobo", "tip_kobo", "commission_kobo", "payment_fee_kobo", "voided_at") SELECT "payout_reference", "payment_reference", "nth", "reason", "due_at", "earned_kobo", "tip_kobo", "commission_kobo", "payment_fee_kobo", "voided_at" FROM `payout_items`;--> statement-breakpoint
DROP TABLE `payout_items`;--> statement-breakpoint
ALTER TABLE `__new_payout_items` RENAME TO `payout_items`;--> statement-breakpoint
CREATE UNIQUE INDEX `payout_items_once` ON `payout_items` (`payment_reference`,`nth`) WHERE "payout_items"."voided_at" is null;--> statement-breakpoint
ALTER TABLE `payouts` ADD `arrived_late_at` integer;--> statement-breakpoint
CREATE TRIGGER payment_is_settled AFTER INSERT ON payout_items
BEGIN
	UPDATE transactions SET is_payout_open = 0 WHERE payment_reference = NEW.payment_reference;
END;
--> statement-breakpoint
-- Also where a payout that had come to nothing settles it after all: another one may have settled it too.
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
DROP TRIGGER payout_has_ended;
--> statement-breakpoint
-- A payout that ended stays so, but for money that comes back, and for money that went although it had come to nothing.
CREATE TRIGGER payout_has_ended BEFORE UPDATE OF status ON payouts
WHEN OLD.status = 'reversed'
	OR (OLD.status IN ('failed', 'abandoned', 'blocked', 'rejected', 'cancelled') AND NEW.status <> 'success')
	OR (OLD.status = 'success' AND NEW.status NOT IN ('success', 'reversed'))
BEGIN
	SELECT RAISE(ABORT, 'payout_has_ended');
END;
