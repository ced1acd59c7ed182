-- Attempts to pay, money that came and went back, Paystack's events, and the double-entry ledger (docs/decisions/014).

-- What a payment can buy. Lists that grow are rows, so that a new kind rebuilds no table (docs/decisions/080).
CREATE TABLE purchase_kinds (
	kind text PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint

-- Payment providers.
CREATE TABLE payment_providers (
	kind text PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint

-- Outcomes of a payment.
CREATE TABLE payment_outcomes (
	kind text PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint

-- Reasons of refunds.
CREATE TABLE refund_reasons (
	kind text PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint

-- One attempt to pay, written before Paystack is asked (K21). All are kept.
CREATE TABLE payment_attempts (
	payment_reference text PRIMARY KEY NOT NULL,
	purchase_kind text NOT NULL DEFAULT 'appointment' REFERENCES purchase_kinds (kind),
	checkout_id text NOT NULL REFERENCES checkouts (id),
	amount_kobo integer NOT NULL,
	currency text NOT NULL DEFAULT 'NGN',
	provider text NOT NULL DEFAULT 'paystack' REFERENCES payment_providers (kind),
	mode text NOT NULL,
	status text NOT NULL DEFAULT 'created',
	authorization_url text,
	gateway_status text,
	created_at integer NOT NULL,
	expires_at integer NOT NULL,
	next_check_at integer NOT NULL,
	check_count integer NOT NULL DEFAULT 0,
	unanswered_since integer,
	CONSTRAINT attempt_amount CHECK (amount_kobo > 0),
	CONSTRAINT attempt_vocabulary CHECK (
		status IN ('created', 'open', 'replaced', 'not_started', 'closed', 'paid') AND mode IN ('test', 'live')
	)
) STRICT;
--> statement-breakpoint

-- A double tap finds the first tap's attempt instead of starting a second one (R33).
CREATE UNIQUE INDEX payment_attempts_one_open ON payment_attempts (checkout_id)
	WHERE status IN ('created', 'open');--> statement-breakpoint
CREATE INDEX payment_attempts_by_checkout ON payment_attempts (checkout_id);--> statement-breakpoint
CREATE INDEX payment_attempts_due ON payment_attempts (next_check_at)
	WHERE status IN ('created', 'open', 'replaced');
--> statement-breakpoint

-- Money that arrived, once for each reference, and what became of it.
CREATE TABLE transactions (
	id text PRIMARY KEY NOT NULL,
	payment_reference text NOT NULL REFERENCES payment_attempts (payment_reference),
	checkout_id text NOT NULL REFERENCES checkouts (id),
	shop_id text NOT NULL REFERENCES shops (id),
	appointment_id text REFERENCES appointments (id) DEFERRABLE INITIALLY DEFERRED,
	amount_kobo integer NOT NULL,
	currency text NOT NULL,
	fee_kobo integer NOT NULL,
	staff_tip_kobo integer NOT NULL DEFAULT 0,
	payment_method text NOT NULL,
	description text NOT NULL,
	paid_at integer NOT NULL,
	recorded_at integer NOT NULL,
	outcome text NOT NULL REFERENCES payment_outcomes (kind),
	resolved_at integer NOT NULL,
	offer_expires_at integer,
	disputed_at integer,
	card_key text,
	is_payout_open integer NOT NULL DEFAULT true,
	CONSTRAINT transaction_amounts CHECK (amount_kobo > 0 AND fee_kobo >= 0 AND staff_tip_kobo >= 0),
	CONSTRAINT transaction_payment_method CHECK (payment_method IN ('CASH', 'TRANSFER', 'CARD')),
	CONSTRAINT transaction_outcome CHECK (
		(outcome <> 'booked' OR appointment_id IS NOT NULL) AND (outcome <> 'offered' OR offer_expires_at IS NOT NULL)
	)
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX transactions_payment_reference_unique ON transactions (payment_reference);--> statement-breakpoint
CREATE UNIQUE INDEX transactions_one_per_appointment ON transactions (appointment_id);--> statement-breakpoint
CREATE INDEX transactions_by_checkout ON transactions (checkout_id);--> statement-breakpoint
CREATE INDEX transactions_offered ON transactions (offer_expires_at) WHERE outcome = 'offered';--> statement-breakpoint
CREATE INDEX transactions_payout_open ON transactions (shop_id, recorded_at) WHERE is_payout_open = 1;--> statement-breakpoint
-- Disputed payments, for the operator.
CREATE INDEX transactions_disputed ON transactions (disputed_at) WHERE disputed_at IS NOT NULL;
--> statement-breakpoint

-- Refunds, with their state at Paystack: differences of a visit that became cheaper, and once all that is left of a
-- payment.
CREATE TABLE refunds (
	id text PRIMARY KEY NOT NULL,
	payment_reference text NOT NULL REFERENCES transactions (payment_reference),
	part integer NOT NULL DEFAULT 0,
	provider text NOT NULL DEFAULT 'paystack' REFERENCES payment_providers (kind),
	amount_kobo integer NOT NULL,
	currency text NOT NULL,
	reason text NOT NULL REFERENCES refund_reasons (kind),
	status text NOT NULL DEFAULT 'requested',
	paystack_refund_id text,
	requested_at integer NOT NULL,
	changed_at integer NOT NULL,
	next_attempt_at integer NOT NULL,
	attempt_count integer NOT NULL DEFAULT 0,
	CONSTRAINT refund_amount CHECK (amount_kobo > 0),
	CONSTRAINT refund_status CHECK (
		status IN ('requested', 'pending', 'processing', 'processed', 'failed', 'needs-attention')
	)
) STRICT;
--> statement-breakpoint

CREATE INDEX refunds_due ON refunds (next_attempt_at) WHERE status IN ('requested', 'pending', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX refunds_once_a_part ON refunds (payment_reference, part);--> statement-breakpoint
CREATE INDEX refunds_open ON refunds (status) WHERE status <> 'processed';
--> statement-breakpoint

-- A payer's dispute, as Paystack tells of it. It stays when it has ended: its beginning may be told after its end, and
-- must not open it again.
CREATE TABLE disputes (
	id text PRIMARY KEY NOT NULL,
	payment_reference text NOT NULL REFERENCES transactions (payment_reference),
	amount_kobo integer,
	category text,
	opened_at integer NOT NULL,
	due_at integer,
	answered_at integer,
	alerted_at integer,
	ended_at integer,
	outcome text,
	CONSTRAINT dispute_outcome CHECK (outcome IS NULL OR outcome IN ('lost', 'won')),
	CONSTRAINT dispute_ended CHECK ((ended_at IS NULL) = (outcome IS NULL))
) STRICT;
--> statement-breakpoint

CREATE INDEX disputes_by_payment ON disputes (payment_reference);--> statement-breakpoint
-- They wait for the operator's answer.
CREATE INDEX disputes_due ON disputes (due_at) WHERE ended_at IS NULL AND answered_at IS NULL;
--> statement-breakpoint

-- A part of a payment that went back at Paystack, and that nothing here had asked for. It holds the payment until a
-- person has decided what of it is booked (D78).
CREATE TABLE returned_parts (
	id text PRIMARY KEY NOT NULL,
	payment_reference text NOT NULL REFERENCES transactions (payment_reference),
	cause text NOT NULL,
	amount_kobo integer,
	paystack_refund_id text,
	status text NOT NULL,
	told_at integer NOT NULL,
	decided_at integer,
	booked_kobo integer,
	CONSTRAINT returned_part_cause CHECK (cause IN ('dispute', 'refund')),
	CONSTRAINT returned_part_status CHECK (
		status IN ('requested', 'pending', 'processing', 'processed', 'failed', 'needs-attention')
	),
	CONSTRAINT returned_part_decided CHECK (
		(decided_at IS NULL) = (booked_kobo IS NULL) AND (booked_kobo IS NULL OR booked_kobo >= 0)
	)
) STRICT;
--> statement-breakpoint

CREATE INDEX returned_parts_by_payment ON returned_parts (payment_reference);--> statement-breakpoint
-- They wait for a person.
CREATE INDEX returned_parts_undecided ON returned_parts (told_at) WHERE decided_at IS NULL;
--> statement-breakpoint

-- Paystack's webhooks as they came, each once; 200 is answered when its row is here, not when it is worked (R26).
CREATE TABLE webhook_events (
	id text PRIMARY KEY NOT NULL,
	provider text NOT NULL DEFAULT 'paystack' REFERENCES payment_providers (kind),
	dedupe_key text NOT NULL,
	event text NOT NULL,
	reference text,
	object_id text,
	payload text NOT NULL,
	received_at integer NOT NULL,
	processed_at integer,
	attempt_count integer NOT NULL DEFAULT 0,
	next_attempt_at integer NOT NULL
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX webhook_events_dedupe_key_unique ON webhook_events (dedupe_key);--> statement-breakpoint
CREATE INDEX webhook_events_processed ON webhook_events (processed_at);
--> statement-breakpoint

-- Kinds of accounts. 1: the balance grows with debits. -1: a debt, which grows with credits and is never below zero.
CREATE TABLE ledger_account_kinds (
	kind text PRIMARY KEY NOT NULL,
	balance_sign integer NOT NULL,
	CONSTRAINT ledger_account_kind_sign CHECK (balance_sign IN (1, -1))
) STRICT;
--> statement-breakpoint

-- An account of the double-entry ledger: 'shop_due:ade-hair-studio:NGN'. A trigger keeps its balance, and another one
-- refuses a debt below zero. The money at Paystack can fall below zero: Paystack keeps its fee of a refund.
CREATE TABLE ledger_accounts (
	id text PRIMARY KEY NOT NULL,
	kind text NOT NULL REFERENCES ledger_account_kinds (kind),
	owner text NOT NULL,
	currency text NOT NULL,
	balance_kobo integer NOT NULL DEFAULT 0
) STRICT;
--> statement-breakpoint

-- What customers may still get back, among all the payments that were ever made.
CREATE INDEX ledger_accounts_with_balance ON ledger_accounts (kind, balance_kobo) WHERE balance_kobo <> 0;
--> statement-breakpoint

-- One movement of money. Written after its lines, which it closes: they sum to zero.
CREATE TABLE ledger_entries (
	id text PRIMARY KEY NOT NULL,
	occasion text NOT NULL,
	kind text GENERATED ALWAYS AS (substr(occasion, 1, instr(occasion, ':') - 1)) VIRTUAL,
	subject_id text GENERATED ALWAYS AS (
		substr(
			substr(occasion, instr(occasion, ':') + 1),
			1,
			instr(substr(occasion, instr(occasion, ':') + 1) || ':', ':') - 1
		)
	) VIRTUAL,
	occurred_at integer NOT NULL,
	recorded_at integer NOT NULL
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX ledger_entries_occasion_unique ON ledger_entries (occasion);
--> statement-breakpoint

-- A debit (above zero) or a credit (below) of an account. Written before its entry, which the deferred key waits for.
CREATE TABLE ledger_lines (
	entry_id text NOT NULL REFERENCES ledger_entries (id) DEFERRABLE INITIALLY DEFERRED,
	account_id text NOT NULL REFERENCES ledger_accounts (id),
	amount_kobo integer NOT NULL,
	PRIMARY KEY (entry_id, account_id),
	CONSTRAINT ledger_line_amount CHECK (amount_kobo <> 0)
) STRICT;
--> statement-breakpoint

CREATE INDEX ledger_lines_by_account ON ledger_lines (account_id);
--> statement-breakpoint

-- Paid is final, whatever an older answer or an event out of order says.
CREATE TRIGGER payment_attempts_paid_final BEFORE UPDATE OF status ON payment_attempts
WHEN OLD.status = 'paid' AND NEW.status <> 'paid'
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint

-- A draft that is booked already gets no offer of other times.
CREATE TRIGGER transactions_offer_needs_open_draft BEFORE INSERT ON transactions
WHEN NEW.outcome = 'offered'
BEGIN
	SELECT RAISE(ABORT, 'draft_already_booked') WHERE EXISTS (
		SELECT 1 FROM checkouts paid
		JOIN checkouts booked ON booked.draft_id = paid.draft_id AND booked.status = 'COMPLETED'
		WHERE paid.id = NEW.checkout_id
	);
END;
--> statement-breakpoint

-- What was paid, by whom and for what never changes.
CREATE TRIGGER transactions_immutable
BEFORE UPDATE OF payment_reference, checkout_id, amount_kobo, currency, fee_kobo ON transactions
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint

CREATE TRIGGER transactions_no_delete BEFORE DELETE ON transactions
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint

-- An outcome goes forward only: an offer is taken up, once and in time, or refunded; a booking or a plan is refunded.
-- Of two at once the second is refused with its batch.
CREATE TRIGGER transactions_outcome_forward_only BEFORE UPDATE OF outcome, appointment_id ON transactions
WHEN NOT (
	(OLD.outcome = 'offered' AND NEW.outcome = 'booked' AND NEW.resolved_at < OLD.offer_expires_at)
	OR (OLD.outcome IN ('offered', 'booked', 'subscribed') AND NEW.outcome = 'refund'
		AND NEW.appointment_id IS OLD.appointment_id)
)
BEGIN
	SELECT RAISE(ABORT, 'payment_decided');
END;
--> statement-breakpoint

-- After another outcome or tip, a refund of a part or a voided payout item, the settled sum may differ from the shop's
-- due: the payment is open to payouts again.
CREATE TRIGGER transactions_unsettle_on_outcome AFTER UPDATE OF outcome, staff_tip_kobo ON transactions
BEGIN
	UPDATE transactions SET is_payout_open = (outcome <> 'refund' OR EXISTS (SELECT 1 FROM payout_items item
		WHERE item.payment_reference = NEW.payment_reference AND item.voided_at IS NULL))
	WHERE id = NEW.id;
END;
--> statement-breakpoint

-- A processed refund stays processed.
CREATE TRIGGER refunds_processed_final BEFORE UPDATE OF status ON refunds
WHEN OLD.status = 'processed' AND NEW.status <> 'processed'
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint

CREATE TRIGGER refunds_no_delete BEFORE DELETE ON refunds
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint

CREATE TRIGGER refunds_unsettle_payment AFTER INSERT ON refunds WHEN NEW.part > 0
BEGIN
	UPDATE transactions SET is_payout_open = 1 WHERE payment_reference = NEW.payment_reference;
END;
--> statement-breakpoint

-- Part 0 refunds all that is left, where the outcome is 'refund'. Other parts need a payment without dispute. Refunds
-- never exceed the payment.
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

-- A refund keeps its sum. Only part 0 may become less, while Paystack has not taken it.
CREATE TRIGGER refunds_immutable BEFORE UPDATE OF payment_reference, part, amount_kobo, currency ON refunds
WHEN NOT (OLD.part = 0 AND OLD.status IN ('requested', 'needs-attention', 'failed')
	AND NEW.amount_kobo BETWEEN 1 AND OLD.amount_kobo
	AND NEW.payment_reference = OLD.payment_reference AND NEW.part = OLD.part AND NEW.currency = OLD.currency)
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint

-- A decision about a returned part is final.
CREATE TRIGGER returned_parts_decided_final BEFORE UPDATE OF decided_at, booked_kobo ON returned_parts
WHEN OLD.decided_at IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'part_decided');
END;
--> statement-breakpoint

CREATE TRIGGER returned_parts_no_delete BEFORE DELETE ON returned_parts
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
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

-- Lines are written first; their entry comes last and closes them. An entry sums to zero in each currency, has at least
-- two lines, and never changes. A line without its entry breaks its foreign key at the end.
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

CREATE TRIGGER ledger_entries_immutable BEFORE UPDATE ON ledger_entries
BEGIN
	SELECT RAISE(ABORT, 'ledger_is_append_only');
END;
--> statement-breakpoint

CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries
BEGIN
	SELECT RAISE(ABORT, 'ledger_is_append_only');
END;
--> statement-breakpoint

CREATE TRIGGER ledger_lines_need_open_entry BEFORE INSERT ON ledger_lines
WHEN EXISTS (SELECT 1 FROM ledger_entries WHERE id = NEW.entry_id)
BEGIN
	SELECT RAISE(ABORT, 'ledger_is_append_only');
END;
--> statement-breakpoint

-- A balance is the sum of its lines times the sign of its kind.
CREATE TRIGGER ledger_lines_update_balance AFTER INSERT ON ledger_lines
BEGIN
	UPDATE ledger_accounts SET balance_kobo = balance_kobo + NEW.amount_kobo
		* (SELECT balance_sign FROM ledger_account_kinds WHERE kind = ledger_accounts.kind)
	WHERE id = NEW.account_id;
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

INSERT INTO purchase_kinds (kind) VALUES
	('appointment'), ('plan');
--> statement-breakpoint

INSERT INTO payment_providers (kind) VALUES
	('paystack');
--> statement-breakpoint

INSERT INTO payment_outcomes (kind) VALUES
	('booked'), ('offered'), ('refund'), ('subscribed');
--> statement-breakpoint

INSERT INTO refund_reasons (kind) VALUES
	('cancelled'), ('second_payment'), ('time_lost'), ('offer_declined'), ('promo_used_up'), ('amount_mismatch'),
	('currency_mismatch'), ('by_operator'), ('dispute_lost'), ('plan_cancelled'), ('plan_not_on_offer'),
	('visit_changed');
--> statement-breakpoint

INSERT INTO ledger_account_kinds (kind, balance_sign) VALUES
	('paystack', 1), ('paystack_fees', 1), ('customer_money', -1), ('shop_due', -1), ('staff_tips', -1),
	('shop_cashback', 1), ('cashback', -1), ('cashback_spent', -1), ('shop_paid', 1), ('payout_pending', -1),
	('commission', 1), ('payment_fee', 1), ('transfer_fee', 1), ('operator_bank', 1);
