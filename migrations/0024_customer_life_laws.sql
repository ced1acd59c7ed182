-- The laws of 0023, by hand.
DROP TRIGGER refused_writes_raise_word;
--> statement-breakpoint
CREATE TRIGGER refused_writes_raise_word BEFORE INSERT ON refused_writes
BEGIN
	SELECT CASE NEW.word
		WHEN 'act_done_already' THEN RAISE(ABORT, 'act_done_already')
		WHEN 'appointment_not_movable' THEN RAISE(ABORT, 'appointment_not_movable')
		WHEN 'cashback_not_available' THEN RAISE(ABORT, 'cashback_not_available')
		WHEN 'check_in_code_used' THEN RAISE(ABORT, 'check_in_code_used')
		WHEN 'dispute_over' THEN RAISE(ABORT, 'dispute_over')
		WHEN 'draft_already_booked' THEN RAISE(ABORT, 'draft_already_booked')
		WHEN 'key_ended' THEN RAISE(ABORT, 'key_ended')
		WHEN 'kiosk_link_used' THEN RAISE(ABORT, 'kiosk_link_used')
		WHEN 'live_appointments_met' THEN RAISE(ABORT, 'live_appointments_met')
		WHEN 'network_holds_full' THEN RAISE(ABORT, 'network_holds_full')
		WHEN 'plan_not_on_offer' THEN RAISE(ABORT, 'plan_not_on_offer')
		WHEN 'promo_rate_limited' THEN RAISE(ABORT, 'promo_rate_limited')
		WHEN 'referral_not_valid' THEN RAISE(ABORT, 'referral_not_valid')
		WHEN 'reward_not_available' THEN RAISE(ABORT, 'reward_not_available')
		WHEN 'session_or_password_changed' THEN RAISE(ABORT, 'session_or_password_changed')
		WHEN 'session_overlaps' THEN RAISE(ABORT, 'session_overlaps')
		WHEN 'shown_prices_changed' THEN RAISE(ABORT, 'shown_prices_changed')
		WHEN 'subscription_not_usable' THEN RAISE(ABORT, 'subscription_not_usable')
		WHEN 'too_many_appointments_ahead' THEN RAISE(ABORT, 'too_many_appointments_ahead')
		WHEN 'too_many_drafts' THEN RAISE(ABORT, 'too_many_drafts')
		WHEN 'too_many_guest_bookings' THEN RAISE(ABORT, 'too_many_guest_bookings')
		WHEN 'too_many_holds' THEN RAISE(ABORT, 'too_many_holds')
		WHEN 'too_many_payment_starts' THEN RAISE(ABORT, 'too_many_payment_starts')
		WHEN 'too_many_sessions_ahead' THEN RAISE(ABORT, 'too_many_sessions_ahead')
		WHEN 'too_many_slot_waits' THEN RAISE(ABORT, 'too_many_slot_waits')
		WHEN 'too_many_webhooks' THEN RAISE(ABORT, 'too_many_webhooks')
		WHEN 'unpaid_promo_uses_full' THEN RAISE(ABORT, 'unpaid_promo_uses_full')
		WHEN 'visit_changed' THEN RAISE(ABORT, 'visit_changed')
		WHEN 'wait_not_needed' THEN RAISE(ABORT, 'wait_not_needed')
	END;
END;
--> statement-breakpoint

-- A change of the service or the person counts as a move (D33, D53).
DROP TRIGGER appointments_limit_moves;
--> statement-breakpoint
DROP TRIGGER appointments_count_moves;
--> statement-breakpoint
CREATE TRIGGER appointments_limit_moves BEFORE UPDATE OF starts_at, changed_at ON appointments
WHEN NEW.starts_at <> OLD.starts_at OR NEW.changed_at IS NOT OLD.changed_at
BEGIN
	SELECT RAISE(ABORT, 'too_many_moves')
	WHERE OLD.move_count >= (SELECT min(max_moves, 50) FROM shops WHERE id = OLD.shop_id);
END;
--> statement-breakpoint
CREATE TRIGGER appointments_count_moves AFTER UPDATE OF starts_at, changed_at ON appointments
WHEN NEW.starts_at <> OLD.starts_at OR NEW.changed_at IS NOT OLD.changed_at
BEGIN
	UPDATE appointments SET move_count = move_count + 1 WHERE id = NEW.id;
END;
--> statement-breakpoint

-- All of a payment goes back where that is its outcome, a difference (part 1 and on) while it is booked and not disputed;
-- together never more than came.
DROP TRIGGER refunds_require_refund_outcome;
--> statement-breakpoint
CREATE TRIGGER refunds_require_refund_outcome BEFORE INSERT ON refunds
BEGIN
	SELECT RAISE(ABORT, 'refund_not_due') WHERE NOT EXISTS (
		SELECT 1 FROM transactions
		WHERE payment_reference = NEW.payment_reference AND currency = NEW.currency
			AND CASE NEW.part WHEN 0 THEN outcome = 'refund' ELSE outcome = 'booked' AND disputed_at IS NULL END
			AND amount_kobo >= NEW.amount_kobo
				+ (SELECT coalesce(sum(amount_kobo), 0) FROM refunds WHERE payment_reference = NEW.payment_reference)
	);
END;
--> statement-breakpoint
DROP TRIGGER refunds_immutable;
--> statement-breakpoint
CREATE TRIGGER refunds_immutable BEFORE UPDATE OF payment_reference, part, amount_kobo, currency ON refunds
BEGIN
	SELECT RAISE(ABORT, 'payment_is_final');
END;
--> statement-breakpoint
INSERT INTO refund_reasons (kind) VALUES ('visit_changed');
--> statement-breakpoint

INSERT INTO rate_limit_kinds (kind) VALUES ('links-address'), ('links-network'), ('claim-account');
--> statement-breakpoint

-- A review that the operator took down counts in no rating.
DROP TRIGGER review_changes_rating;
--> statement-breakpoint
CREATE TRIGGER review_changes_rating AFTER UPDATE OF rating, hidden_at ON reviews
BEGIN
	UPDATE shops SET rating_sum = rating_sum - iif(OLD.hidden_at IS NULL, OLD.rating, 0) + iif(NEW.hidden_at IS NULL, NEW.rating, 0),
		review_count = review_count - (OLD.hidden_at IS NULL) + (NEW.hidden_at IS NULL)
	WHERE id = NEW.shop_id;
END;
--> statement-breakpoint
DROP TRIGGER review_leaves_rating;
--> statement-breakpoint
CREATE TRIGGER review_leaves_rating AFTER DELETE ON reviews WHEN OLD.hidden_at IS NULL
BEGIN
	UPDATE shops SET rating_sum = rating_sum - OLD.rating, review_count = review_count - 1 WHERE id = OLD.shop_id;
END;
