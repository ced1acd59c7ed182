-- Only a definite answer of Paystack's ends a payment attempt (F1, I12). The column is by drizzle-kit, the rest by hand.
ALTER TABLE `payment_attempts` ADD `unanswered_since` integer;
--> statement-breakpoint

-- 1. Until now an attempt could end on a question that got no answer. Each of those is asked about once more.
UPDATE payment_attempts SET status = 'replaced' WHERE status = 'closed';
--> statement-breakpoint

-- 2. A visit is cancelled without its refund only while its payment is disputed (S19).
CREATE TRIGGER refused_writes_dispute_over BEFORE INSERT ON refused_writes
WHEN NEW.word = 'dispute_over'
BEGIN
	SELECT RAISE(ABORT, 'dispute_over');
END;
