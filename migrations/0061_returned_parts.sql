CREATE TABLE `returned_parts` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_reference` text NOT NULL,
	`cause` text NOT NULL,
	`amount_kobo` integer,
	`paystack_refund_id` text,
	`status` text NOT NULL,
	`told_at` integer NOT NULL,
	`decided_at` integer,
	`booked_kobo` integer,
	FOREIGN KEY (`payment_reference`) REFERENCES `transactions`(`payment_reference`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "returned_part_cause" CHECK("cause" in ('dispute', 'refund')),
	CONSTRAINT "returned_part_status" CHECK("status" in ('requested', 'pending', 'processing', 'processed', 'failed', 'needs-attention')),
	CONSTRAINT "returned_part_decided" CHECK(("returned_parts"."decided_at" is null) = ("returned_parts"."booked_kobo" is null) and ("returned_parts"."booked_kobo" is null or "returned_parts"."booked_kobo" >= 0))
) STRICT;
--> statement-breakpoint
CREATE INDEX `returned_parts_by_payment` ON `returned_parts` (`payment_reference`);--> statement-breakpoint
CREATE INDEX `returned_parts_undecided` ON `returned_parts` (`told_at`) WHERE "returned_parts"."decided_at" is null;
--> statement-breakpoint
-- What a person decided of it stays.
CREATE TRIGGER returned_part_is_decided_once BEFORE UPDATE OF decided_at, booked_kobo ON returned_parts WHEN OLD.decided_at IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'part_decided');
END;
--> statement-breakpoint
CREATE TRIGGER returned_parts_no_delete BEFORE DELETE ON returned_parts
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint
-- A part goes back of a plan too, and of a payment whose rest is on its way back.
DROP TRIGGER refunds_require_refund_outcome;
--> statement-breakpoint
CREATE TRIGGER refunds_require_refund_outcome BEFORE INSERT ON refunds
BEGIN
	SELECT RAISE(ABORT, 'refund_not_due') WHERE NOT EXISTS (
		SELECT 1 FROM transactions
		WHERE payment_reference = NEW.payment_reference AND currency = NEW.currency
			AND CASE WHEN NEW.part = 0 THEN outcome = 'refund'
				WHEN NEW.reason = 'visit_changed' THEN outcome = 'booked' AND disputed_at IS NULL
				ELSE outcome <> 'offered' AND disputed_at IS NULL END
			AND amount_kobo >= NEW.amount_kobo
				+ (SELECT coalesce(sum(amount_kobo), 0) FROM refunds WHERE payment_reference = NEW.payment_reference)
	);
END;
--> statement-breakpoint
-- What went back otherwise leaves less of a whole refund that is not on its way.
DROP TRIGGER refunds_immutable;
--> statement-breakpoint
CREATE TRIGGER refunds_immutable BEFORE UPDATE OF payment_reference, part, amount_kobo, currency ON refunds
WHEN NOT (OLD.part = 0 AND OLD.status IN ('requested', 'needs-attention', 'failed') AND NEW.amount_kobo BETWEEN 1 AND OLD.amount_kobo
	AND NEW.payment_reference = OLD.payment_reference AND NEW.part = OLD.part AND NEW.currency = OLD.currency)
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint
-- Disputes that were lost for a part of a cancelled visit's payment waited as open ones.
INSERT INTO returned_parts (id, payment_reference, cause, amount_kobo, status, told_at)
	SELECT 'dispute:' || disputes.id, disputes.payment_reference, 'dispute', disputes.amount_kobo, 'processed', disputes.ended_at
	FROM disputes JOIN transactions ON transactions.payment_reference = disputes.payment_reference
	WHERE disputes.outcome = 'lost' AND transactions.disputed_at IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM refunds WHERE refunds.payment_reference = disputes.payment_reference AND refunds.reason = 'dispute_lost');
--> statement-breakpoint
UPDATE transactions SET disputed_at = (SELECT min(opened_at) FROM disputes
		WHERE disputes.payment_reference = transactions.payment_reference AND disputes.ended_at IS NULL)
	WHERE payment_reference IN (SELECT payment_reference FROM returned_parts);
