-- The laws of money, in the manner of 0001_laws.sql: what two requests could break together is refused here, inside the
-- batch that tries it.

-- 1. Paid is final, whatever an older answer or an event out of order says.
CREATE TRIGGER paid_is_final BEFORE UPDATE OF status ON payment_attempts
WHEN OLD.status = 'paid' AND NEW.status <> 'paid'
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint

-- 2. What became of a payment goes forward only: an offer is taken up, once and in time, or given back; a booking is given
--    back. Whoever comes second is refused with all of their batch.
CREATE TRIGGER payment_is_decided_once BEFORE UPDATE OF outcome, appointment_id ON transactions
WHEN NOT (
	(OLD.outcome = 'offered' AND NEW.outcome = 'booked' AND NEW.decided_at < OLD.offer_expires_at)
	OR (OLD.outcome IN ('offered', 'booked') AND NEW.outcome = 'refund' AND NEW.appointment_id IS OLD.appointment_id)
)
BEGIN
	SELECT RAISE(ABORT, 'payment_decided');
END;
--> statement-breakpoint
CREATE TRIGGER payment_stays BEFORE UPDATE OF payment_reference, checkout_id, amount_kobo, currency, fee_kobo ON transactions
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint
CREATE TRIGGER payment_is_kept BEFORE DELETE ON transactions
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint

-- 3. Money goes back only where that was decided, never more than came, and what has arrived does not move again.
CREATE TRIGGER refund_is_due BEFORE INSERT ON refunds
BEGIN
	SELECT RAISE(ABORT, 'refund_not_due') WHERE NOT EXISTS (
		SELECT 1 FROM transactions
		WHERE payment_reference = NEW.payment_reference AND outcome = 'refund'
			AND amount_kobo >= NEW.amount_kobo AND currency = NEW.currency
	);
END;
--> statement-breakpoint
CREATE TRIGGER refund_is_final BEFORE UPDATE OF status ON refunds
WHEN OLD.status = 'processed' AND NEW.status <> 'processed'
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint
CREATE TRIGGER refund_stays BEFORE UPDATE OF payment_reference, amount_kobo, currency ON refunds
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint
CREATE TRIGGER refund_is_kept BEFORE DELETE ON refunds
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint

-- 4. The ledger: lines are written first and their entry last, which closes it; an entry sums to zero in each currency, has
--    two lines at least, and nothing of it changes afterwards. A line without its entry breaks the foreign key at the end.
CREATE TRIGGER ledger_entry_is_balanced BEFORE INSERT ON ledger_entries
BEGIN
	SELECT RAISE(ABORT, 'ledger_unbalanced')
	WHERE (SELECT count(*) FROM ledger_lines WHERE entry_id = NEW.id) < 2
		OR EXISTS (
			SELECT 1 FROM ledger_lines line JOIN ledger_accounts account ON account.id = line.account_id
			WHERE line.entry_id = NEW.id GROUP BY account.currency HAVING sum(line.amount_kobo) <> 0
		);
END;
--> statement-breakpoint
CREATE TRIGGER ledger_line_joins_an_open_entry BEFORE INSERT ON ledger_lines
WHEN EXISTS (SELECT 1 FROM ledger_entries WHERE id = NEW.entry_id)
BEGIN
	SELECT RAISE(ABORT, 'ledger_is_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_line_counts AFTER INSERT ON ledger_lines
BEGIN
	UPDATE ledger_accounts
	SET balance_kobo = balance_kobo + NEW.amount_kobo * CASE WHEN kind IN ('paystack', 'paystack_fees') THEN 1 ELSE -1 END
	WHERE id = NEW.account_id;
END;
--> statement-breakpoint
CREATE TRIGGER ledger_line_stays BEFORE UPDATE ON ledger_lines
BEGIN
	SELECT RAISE(ABORT, 'ledger_is_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_line_is_kept BEFORE DELETE ON ledger_lines
BEGIN
	SELECT RAISE(ABORT, 'ledger_is_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_entry_stays BEFORE UPDATE ON ledger_entries
BEGIN
	SELECT RAISE(ABORT, 'ledger_is_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_entry_is_kept BEFORE DELETE ON ledger_entries
BEGIN
	SELECT RAISE(ABORT, 'ledger_is_append_only');
END;
