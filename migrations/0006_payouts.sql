-- What a shop bears, where its money goes, and what was paid to it.

-- What a shop bears, for bookings made from an instant on (D56). Without a row: no commission, and Paystack's fee.
CREATE TABLE payout_terms (
	shop_id text NOT NULL REFERENCES shops (id),
	applies_from integer NOT NULL,
	commission_percent integer NOT NULL DEFAULT 0,
	payment_fee_bearer text NOT NULL DEFAULT 'shop',
	transfer_fee_bearer text NOT NULL DEFAULT 'operator',
	set_at integer NOT NULL,
	PRIMARY KEY (shop_id, applies_from),
	CONSTRAINT payout_terms_commission CHECK (commission_percent BETWEEN 0 AND 50),
	CONSTRAINT payout_terms_bearers CHECK (
		payment_fee_bearer IN ('shop', 'operator') AND transfer_fee_bearer IN ('shop', 'operator')
	)
) STRICT;
--> statement-breakpoint

-- A shop's payout accounts: the newest one that was not stopped counts (D58). Customers transfer to another account
-- (D26).
CREATE TABLE payout_accounts (
	id text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id),
	bank_code text NOT NULL,
	bank_name text NOT NULL,
	account_number text NOT NULL,
	holder_name text NOT NULL,
	recipient_code text,
	set_by text NOT NULL,
	key_id text REFERENCES access_keys (id),
	confirmed_at integer NOT NULL,
	usable_at integer NOT NULL,
	stop_token_hash text,
	stopped_at integer,
	CONSTRAINT payout_account_number CHECK (length(account_number) = 10 AND account_number NOT GLOB '*[^0-9]*'),
	CONSTRAINT payout_account_setter CHECK (set_by IN ('owner', 'operator'))
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX payout_accounts_stop_token_hash_unique ON payout_accounts (stop_token_hash);--> statement-breakpoint
CREATE INDEX payout_accounts_by_shop ON payout_accounts (shop_id, confirmed_at);
--> statement-breakpoint

-- When a run last looked whether a shop is to be paid.
CREATE TABLE payout_looks (
	shop_id text PRIMARY KEY NOT NULL REFERENCES shops (id),
	looked_at integer NOT NULL
) STRICT;
--> statement-breakpoint

-- Money on its way to a shop, written down before it is asked for, with its state as Paystack tells it.
CREATE TABLE payouts (
	reference text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id),
	account_id text NOT NULL REFERENCES payout_accounts (id),
	way text NOT NULL,
	provider text NOT NULL DEFAULT 'paystack' REFERENCES payment_providers (kind),
	mode text NOT NULL,
	status text NOT NULL DEFAULT 'written',
	gross_kobo integer NOT NULL,
	commission_kobo integer NOT NULL,
	payment_fee_kobo integer NOT NULL,
	transfer_fee_kobo integer NOT NULL,
	amount_kobo integer NOT NULL,
	currency text NOT NULL DEFAULT 'NGN',
	charged_fee_kobo integer,
	outside_reference text,
	created_at integer NOT NULL,
	changed_at integer NOT NULL,
	arrived_late_at integer,
	next_attempt_at integer,
	attempt_count integer NOT NULL DEFAULT 0,
	is_asked integer NOT NULL DEFAULT false,
	CONSTRAINT payout_reference CHECK (length(reference) BETWEEN 16 AND 50 AND reference NOT GLOB '*[^a-z0-9_-]*'),
	CONSTRAINT payout_amounts CHECK (
		amount_kobo > 0 AND transfer_fee_kobo >= 0
		AND amount_kobo = gross_kobo - commission_kobo - payment_fee_kobo - transfer_fee_kobo
	),
	CONSTRAINT payout_vocabulary CHECK (
		way IN ('paystack', 'bank_file') AND mode IN ('test', 'live')
		AND status IN (
			'written', 'received', 'pending', 'otp', 'success', 'failed', 'reversed', 'abandoned', 'blocked',
			'rejected', 'cancelled'
		)
	)
) STRICT;
--> statement-breakpoint

CREATE INDEX payouts_by_shop ON payouts (shop_id, created_at);--> statement-breakpoint
CREATE INDEX payouts_to_ask ON payouts (next_attempt_at) WHERE next_attempt_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX payouts_pending ON payouts (created_at) WHERE status IN ('written', 'received', 'pending', 'otp');
--> statement-breakpoint

-- What a payout settles of a payment: the shop's due, or below zero its debt. The `nth` change of a payment belongs to
-- one live payout.
CREATE TABLE payout_items (
	payout_reference text NOT NULL REFERENCES payouts (reference),
	payment_reference text NOT NULL REFERENCES transactions (payment_reference),
	nth integer NOT NULL,
	reason text NOT NULL,
	due_at integer NOT NULL,
	earned_kobo integer NOT NULL,
	tip_kobo integer NOT NULL,
	commission_kobo integer NOT NULL,
	payment_fee_kobo integer NOT NULL,
	voided_at integer,
	PRIMARY KEY (payout_reference, payment_reference),
	CONSTRAINT payout_item_reason CHECK (
		reason IN (
			'completed', 'no_show', 'late_cancellation', 'not_closed', 'plan_used', 'plan_kept',
			'given_back', 'made_less', 'paid_twice'
		)
	)
) STRICT;
--> statement-breakpoint

CREATE UNIQUE INDEX payout_items_once ON payout_items (payment_reference, nth) WHERE voided_at IS NULL;
--> statement-breakpoint

-- A payout never changes its sum (D59).
CREATE TRIGGER payouts_immutable
BEFORE UPDATE OF shop_id, account_id, way, mode, gross_kobo, commission_kobo, payment_fee_kobo, transfer_fee_kobo,
amount_kobo, currency ON payouts
BEGIN
	SELECT RAISE(ABORT, 'payout_is_fixed');
END;
--> statement-breakpoint

-- An ended payout moves in two ways alone: what arrived is returned, or what had failed arrives after all.
CREATE TRIGGER payouts_ended_final BEFORE UPDATE OF status ON payouts
WHEN OLD.status = 'reversed'
	OR (OLD.status IN ('failed', 'abandoned', 'blocked', 'rejected', 'cancelled') AND NEW.status <> 'success')
	OR (OLD.status = 'success' AND NEW.status NOT IN ('success', 'reversed'))
BEGIN
	SELECT RAISE(ABORT, 'payout_has_ended');
END;
--> statement-breakpoint

-- A payout settles its payments. Voiding an item opens its payment again, also where another payout may have settled it
-- too.
CREATE TRIGGER payout_items_settle AFTER INSERT ON payout_items
BEGIN
	UPDATE transactions SET is_payout_open = 0 WHERE payment_reference = NEW.payment_reference;
END;
--> statement-breakpoint

CREATE TRIGGER payout_items_unsettle AFTER UPDATE OF voided_at ON payout_items
BEGIN
	UPDATE transactions SET is_payout_open = (outcome <> 'refund' OR EXISTS (SELECT 1 FROM payout_items item
		WHERE item.payment_reference = NEW.payment_reference AND item.voided_at IS NULL))
	WHERE payment_reference = NEW.payment_reference;
END;
