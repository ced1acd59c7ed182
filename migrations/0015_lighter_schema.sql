-- Each trip parses the schema, and the text of its triggers costs most of that (docs/decisions/029). The first
-- part is by drizzle-kit, the rest by hand.

-- 1. Indexes that no statement uses.
DROP INDEX `promo_uses_by_code`;
--> statement-breakpoint
DROP INDEX `shop_categories_by_category`;
--> statement-breakpoint
DROP INDEX `shops_by_name`;
--> statement-breakpoint
DROP INDEX `webhook_events_due`;
--> statement-breakpoint

-- 2. A ceiling bounds a request and not a row: it is counted by a statement in the batch that makes the thing (024).
DROP TRIGGER counted_acts_limit_guest_bookings;
--> statement-breakpoint
DROP TRIGGER counted_acts_limit_appointments_ahead;
--> statement-breakpoint
DROP TRIGGER counted_acts_limit_drafts;
--> statement-breakpoint
DROP TRIGGER counted_acts_limit_payment_starts;
--> statement-breakpoint
DROP TRIGGER holds_limit_network;
--> statement-breakpoint
DROP TRIGGER holds_limit_contact_on_insert;
--> statement-breakpoint
DROP TRIGGER holds_limit_contact_on_update;
--> statement-breakpoint
DROP TRIGGER outbox_limit_unproven;
--> statement-breakpoint
DROP TRIGGER payment_attempts_limit_contact;
--> statement-breakpoint
DROP TRIGGER promo_uses_limit_unpaid;
--> statement-breakpoint

-- 3. One trigger raises every word that a batch may refuse itself by.
DROP TRIGGER refused_writes_appointment_not_movable;
--> statement-breakpoint
DROP TRIGGER refused_writes_dispute_over;
--> statement-breakpoint
DROP TRIGGER refused_writes_draft_already_booked;
--> statement-breakpoint
DROP TRIGGER refused_writes_promo_rate_limited;
--> statement-breakpoint
DROP TRIGGER refused_writes_session_or_password_changed;
--> statement-breakpoint
DROP TRIGGER refused_writes_shown_prices_changed;
--> statement-breakpoint
CREATE TRIGGER refused_writes_raise_word BEFORE INSERT ON refused_writes
BEGIN
	SELECT CASE NEW.word
		WHEN 'appointment_not_movable' THEN RAISE(ABORT, 'appointment_not_movable')
		WHEN 'dispute_over' THEN RAISE(ABORT, 'dispute_over')
		WHEN 'draft_already_booked' THEN RAISE(ABORT, 'draft_already_booked')
		WHEN 'network_holds_full' THEN RAISE(ABORT, 'network_holds_full')
		WHEN 'promo_rate_limited' THEN RAISE(ABORT, 'promo_rate_limited')
		WHEN 'session_or_password_changed' THEN RAISE(ABORT, 'session_or_password_changed')
		WHEN 'shown_prices_changed' THEN RAISE(ABORT, 'shown_prices_changed')
		WHEN 'too_many_appointments_ahead' THEN RAISE(ABORT, 'too_many_appointments_ahead')
		WHEN 'too_many_drafts' THEN RAISE(ABORT, 'too_many_drafts')
		WHEN 'too_many_guest_bookings' THEN RAISE(ABORT, 'too_many_guest_bookings')
		WHEN 'too_many_holds' THEN RAISE(ABORT, 'too_many_holds')
		WHEN 'too_many_payment_starts' THEN RAISE(ABORT, 'too_many_payment_starts')
		WHEN 'unpaid_promo_uses_full' THEN RAISE(ABORT, 'unpaid_promo_uses_full')
	END;
END;
--> statement-breakpoint

-- 4. No release that still runs mixes people in a guest's row: 0013 split those that were (025).
DROP TRIGGER clients_split_when_linked;
--> statement-breakpoint

-- 5. A new shop is listed as a changed one is.
DROP TRIGGER shop_is_listed_when_new;
--> statement-breakpoint
CREATE TRIGGER shop_is_listed_when_new AFTER INSERT ON shops WHEN NEW.is_listed = 1
BEGIN
	UPDATE shops SET is_listed = 1 WHERE id = NEW.id;
END;
