-- What a stranger can make has a ceiling, counted by the write that makes it (docs/decisions/024). Columns and indexes by
-- drizzle-kit; STRICT and the triggers by hand.
CREATE TABLE `counted_acts` (
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`shop_id` text NOT NULL,
	`network_key` text,
	`staff_minutes` integer DEFAULT 0 NOT NULL,
	`acted_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `subject_id`),
	CONSTRAINT "counted_act_kind" CHECK("kind" in ('draft', 'booking', 'payment'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `counted_acts_by_network` ON `counted_acts` (`network_key`,`kind`,`acted_at`);
--> statement-breakpoint
CREATE INDEX `counted_acts_by_time` ON `counted_acts` (`acted_at`);
--> statement-breakpoint
ALTER TABLE `appointments` ADD `move_count` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `drafts` ADD `first_held_at` integer;
--> statement-breakpoint
ALTER TABLE `holds` ADD `user_id` text;
--> statement-breakpoint
CREATE INDEX `holds_by_user` ON `holds` (`user_id`,`expires_at`);
--> statement-breakpoint
ALTER TABLE `shops` ADD `max_ahead_unproven` integer DEFAULT 5 NOT NULL;
--> statement-breakpoint
ALTER TABLE `shops` ADD `max_ahead_proven` integer DEFAULT 15 NOT NULL;
--> statement-breakpoint
ALTER TABLE `shops` ADD `max_guest_bookings_per_hour` integer DEFAULT 20 NOT NULL;
--> statement-breakpoint
ALTER TABLE `shops` ADD `max_moves` integer DEFAULT 6 NOT NULL;
--> statement-breakpoint
ALTER TABLE `outbox` ADD `withheld_at` integer;
--> statement-breakpoint
CREATE INDEX `checkouts_by_email` ON `checkouts` (`email`,`created_at`);
--> statement-breakpoint
CREATE INDEX `checkouts_by_phone` ON `checkouts` (`phone`,`created_at`);
--> statement-breakpoint
CREATE INDEX `checkouts_by_account` ON `checkouts` (`created_by_user_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `checkouts_unpaid` ON `checkouts` (`created_at`) WHERE "checkouts"."status" = 'PENDING';
--> statement-breakpoint
CREATE INDEX `webhook_events_processed` ON `webhook_events` (`processed_at`);
--> statement-breakpoint

-- 1. Holds. Three live ones for a contact that anybody can type, or for an account. A network's live ones are counted for
--    each shop, and take, with its guest bookings of the last hour, at most a tenth of the shop's week beyond one visit.
DROP TRIGGER holds_are_limited_on_insert;
--> statement-breakpoint
DROP TRIGGER holds_are_limited_on_update;
--> statement-breakpoint
CREATE TRIGGER holds_limit_contact_on_insert AFTER INSERT ON holds
BEGIN
	SELECT RAISE(ABORT, 'too_many_holds')
	WHERE (SELECT count(*) FROM holds WHERE contact_email = NEW.contact_email AND expires_at > NEW.checked_at) > 3
		OR (SELECT count(*) FROM holds WHERE contact_phone = NEW.contact_phone AND expires_at > NEW.checked_at) > 3
		OR (SELECT count(*) FROM holds WHERE user_id = NEW.user_id AND expires_at > NEW.checked_at) > 3;
END;
--> statement-breakpoint
CREATE TRIGGER holds_limit_contact_on_update AFTER UPDATE OF contact_email, contact_phone, user_id ON holds
BEGIN
	SELECT RAISE(ABORT, 'too_many_holds')
	WHERE (SELECT count(*) FROM holds WHERE contact_email = NEW.contact_email AND expires_at > NEW.checked_at) > 3
		OR (SELECT count(*) FROM holds WHERE contact_phone = NEW.contact_phone AND expires_at > NEW.checked_at) > 3
		OR (SELECT count(*) FROM holds WHERE user_id = NEW.user_id AND expires_at > NEW.checked_at) > 3;
END;
--> statement-breakpoint
CREATE TRIGGER holds_limit_network AFTER INSERT ON holds
WHEN NEW.network_key IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'network_holds_full')
	FROM (
		SELECT (
			SELECT count(*) FROM holds
			WHERE network_key = NEW.network_key AND shop_id = NEW.shop_id AND expires_at > NEW.checked_at
		) AS hold_count, (
			SELECT coalesce(sum(entry.blocked_until_at - entry.starts_at), 0) / 60000
			FROM holds hold JOIN calendar_entries entry ON entry.hold_id = hold.id
			WHERE hold.network_key = NEW.network_key AND hold.shop_id = NEW.shop_id AND hold.expires_at > NEW.checked_at
		) AS held_minutes, (
			SELECT count(*) FROM counted_acts
			WHERE network_key = NEW.network_key AND kind = 'booking' AND acted_at > NEW.checked_at - 3600000 AND shop_id = NEW.shop_id
		) AS booking_count, (
			SELECT coalesce(sum(staff_minutes), 0) FROM counted_acts
			WHERE network_key = NEW.network_key AND kind = 'booking' AND acted_at > NEW.checked_at - 3600000 AND shop_id = NEW.shop_id
		) AS booked_minutes, (
			SELECT coalesce(sum(work.end_minute - work.start_minute - coalesce(work.break_end_minute - work.break_start_minute, 0)), 0)
			FROM staff_members member JOIN staff_schedules work ON work.staff_member_id = member.id
			WHERE member.shop_id = NEW.shop_id AND member.is_active = 1 AND work.is_available = 1
		) AS week_minutes
	)
	WHERE hold_count > 60 OR (hold_count + booking_count > 1 AND (held_minutes + booked_minutes) * 10 > week_minutes);
END;
--> statement-breakpoint

-- 2. A draft keeps times for 30 minutes in all, from its first hold on; a started payment keeps its own longer.
CREATE TRIGGER holds_limit_time_on_insert AFTER INSERT ON holds
WHEN NEW.checkout_id IS NULL
BEGIN
	UPDATE drafts SET first_held_at = NEW.checked_at WHERE id = NEW.draft_id AND first_held_at IS NULL;
	SELECT RAISE(ABORT, 'hold_time_used')
	WHERE NEW.expires_at > (SELECT first_held_at FROM drafts WHERE id = NEW.draft_id) + 1800000
		AND NOT EXISTS (
			SELECT 1 FROM checkouts JOIN payment_attempts attempt ON attempt.checkout_id = checkouts.id
			WHERE checkouts.draft_id = NEW.draft_id AND attempt.expires_at >= NEW.expires_at
		);
END;
--> statement-breakpoint
CREATE TRIGGER holds_limit_time_on_update AFTER UPDATE OF expires_at ON holds
WHEN NEW.checkout_id IS NULL AND NEW.expires_at > OLD.expires_at
BEGIN
	SELECT RAISE(ABORT, 'hold_time_used')
	WHERE NEW.expires_at > (SELECT first_held_at FROM drafts WHERE id = NEW.draft_id) + 1800000;
END;
--> statement-breakpoint

-- 3. A shop that is not listed takes no holds, which paying needs, and no bookings (S26).
CREATE TRIGGER holds_need_listed_shop BEFORE INSERT ON holds
WHEN NOT EXISTS (SELECT 1 FROM shops WHERE id = NEW.shop_id AND is_listed = 1)
BEGIN
	SELECT RAISE(ABORT, 'shop_not_listed');
END;
--> statement-breakpoint
CREATE TRIGGER bookings_need_listed_shop BEFORE INSERT ON counted_acts
WHEN NEW.kind = 'booking' AND NOT EXISTS (SELECT 1 FROM shops WHERE id = NEW.shop_id AND is_listed = 1)
BEGIN
	SELECT RAISE(ABORT, 'shop_not_listed');
END;
--> statement-breakpoint

-- 4. What one network begins, books and goes to pay within an hour. Customers with a confirmed e-mail carry no network key.
CREATE TRIGGER counted_acts_limit_drafts AFTER INSERT ON counted_acts
WHEN NEW.kind = 'draft' AND NEW.network_key IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'too_many_drafts')
	WHERE (
		SELECT count(*) FROM counted_acts
		WHERE network_key = NEW.network_key AND kind = 'draft' AND acted_at > NEW.acted_at - 3600000
	) > 200;
END;
--> statement-breakpoint
CREATE TRIGGER counted_acts_limit_guest_bookings AFTER INSERT ON counted_acts
WHEN NEW.kind = 'booking' AND NEW.network_key IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'too_many_guest_bookings')
	FROM (
		SELECT (
			SELECT count(*) FROM holds
			WHERE network_key = NEW.network_key AND shop_id = NEW.shop_id AND expires_at > NEW.acted_at
		) AS hold_count, (
			SELECT coalesce(sum(entry.blocked_until_at - entry.starts_at), 0) / 60000
			FROM holds hold JOIN calendar_entries entry ON entry.hold_id = hold.id
			WHERE hold.network_key = NEW.network_key AND hold.shop_id = NEW.shop_id AND hold.expires_at > NEW.acted_at
		) AS held_minutes, (
			SELECT count(*) FROM counted_acts
			WHERE network_key = NEW.network_key AND kind = 'booking' AND acted_at > NEW.acted_at - 3600000 AND shop_id = NEW.shop_id
		) AS booking_count, (
			SELECT coalesce(sum(staff_minutes), 0) FROM counted_acts
			WHERE network_key = NEW.network_key AND kind = 'booking' AND acted_at > NEW.acted_at - 3600000 AND shop_id = NEW.shop_id
		) AS booked_minutes, (
			SELECT coalesce(sum(work.end_minute - work.start_minute - coalesce(work.break_end_minute - work.break_start_minute, 0)), 0)
			FROM staff_members member JOIN staff_schedules work ON work.staff_member_id = member.id
			WHERE member.shop_id = NEW.shop_id AND member.is_active = 1 AND work.is_available = 1
		) AS week_minutes, (
			SELECT min(max_guest_bookings_per_hour, 50) FROM shops WHERE id = NEW.shop_id
		) AS most
	)
	WHERE booking_count > most OR (hold_count + booking_count > 1 AND (held_minutes + booked_minutes) * 10 > week_minutes);
END;
--> statement-breakpoint
CREATE TRIGGER counted_acts_limit_payment_starts AFTER INSERT ON counted_acts
WHEN NEW.kind = 'payment' AND NEW.network_key IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'too_many_payment_starts')
	WHERE (
		SELECT count(*) FROM counted_acts
		WHERE network_key = NEW.network_key AND kind = 'payment' AND acted_at > NEW.acted_at - 3600000
	) > 60;
END;
--> statement-breakpoint

-- 5. Visits ahead that nobody has paid for, of one contact at one shop. An account is counted by itself, so that nobody
--    fills it by typing its address.
CREATE TRIGGER counted_acts_limit_appointments_ahead AFTER INSERT ON counted_acts
WHEN NEW.kind = 'booking'
BEGIN
	SELECT RAISE(ABORT, 'too_many_appointments_ahead')
	FROM checkouts booked
	JOIN shops shop ON shop.id = booked.shop_id
	LEFT JOIN users account ON account.id = booked.created_by_user_id
	WHERE booked.id = NEW.subject_id AND max(
		(SELECT count(*) FROM checkouts other JOIN appointments visit ON visit.checkout_id = other.id
			WHERE other.created_by_user_id = booked.created_by_user_id AND visit.shop_id = booked.shop_id
				AND visit.status IN ('SCHEDULED', 'CONFIRMED') AND visit.paid_kobo = 0 AND visit.starts_at > NEW.acted_at),
		(SELECT count(*) FROM checkouts other JOIN appointments visit ON visit.checkout_id = other.id
			WHERE other.email = booked.email AND other.created_by_user_id IS NULL AND booked.created_by_user_id IS NULL
				AND visit.shop_id = booked.shop_id
				AND visit.status IN ('SCHEDULED', 'CONFIRMED') AND visit.paid_kobo = 0 AND visit.starts_at > NEW.acted_at),
		(SELECT count(*) FROM checkouts other JOIN appointments visit ON visit.checkout_id = other.id
			WHERE other.phone = booked.phone AND other.created_by_user_id IS NULL AND booked.created_by_user_id IS NULL
				AND visit.shop_id = booked.shop_id
				AND visit.status IN ('SCHEDULED', 'CONFIRMED') AND visit.paid_kobo = 0 AND visit.starts_at > NEW.acted_at)
	) > min(50, CASE WHEN account.email_verified_at IS NULL THEN shop.max_ahead_unproven ELSE shop.max_ahead_proven END);
END;
--> statement-breakpoint

-- 6. Payment starts of one contact, or of one account, within an hour.
CREATE TRIGGER payment_attempts_limit_contact AFTER INSERT ON payment_attempts
BEGIN
	SELECT RAISE(ABORT, 'too_many_payment_starts')
	FROM checkouts paid
	WHERE paid.id = NEW.checkout_id AND max(
		(SELECT count(*) FROM checkouts other JOIN payment_attempts attempt ON attempt.checkout_id = other.id
			WHERE other.created_by_user_id = paid.created_by_user_id AND attempt.created_at > NEW.created_at - 3600000),
		(SELECT count(*) FROM checkouts other JOIN payment_attempts attempt ON attempt.checkout_id = other.id
			WHERE other.email = paid.email AND other.created_by_user_id IS NULL AND paid.created_by_user_id IS NULL
				AND attempt.created_at > NEW.created_at - 3600000),
		(SELECT count(*) FROM checkouts other JOIN payment_attempts attempt ON attempt.checkout_id = other.id
			WHERE other.phone = paid.phone AND other.created_by_user_id IS NULL AND paid.created_by_user_id IS NULL
				AND attempt.created_at > NEW.created_at - 3600000)
	) > 10;
END;
--> statement-breakpoint

-- 7. Uses of promo codes that one network holds at a shop without having paid.
CREATE TRIGGER promo_uses_limit_unpaid BEFORE INSERT ON promo_uses
BEGIN
	SELECT RAISE(ABORT, 'unpaid_promo_uses_full')
	WHERE (
		SELECT count(*) FROM holds mine
		JOIN holds other ON other.network_key = mine.network_key AND other.shop_id = mine.shop_id
		JOIN promo_uses used ON used.checkout_id = other.checkout_id
		WHERE mine.checkout_id = NEW.checkout_id AND other.expires_at > mine.checked_at
	) >= 10;
END;
--> statement-breakpoint

-- 8. A visit is moved a few times; the present start is no move.
CREATE TRIGGER appointments_limit_moves BEFORE UPDATE OF starts_at ON appointments
WHEN NEW.starts_at <> OLD.starts_at
BEGIN
	SELECT RAISE(ABORT, 'too_many_moves')
	WHERE OLD.move_count >= (SELECT min(max_moves, 50) FROM shops WHERE id = OLD.shop_id);
END;
--> statement-breakpoint
CREATE TRIGGER appointments_count_moves AFTER UPDATE OF starts_at ON appointments
WHEN NEW.starts_at <> OLD.starts_at
BEGIN
	UPDATE appointments SET move_count = move_count + 1 WHERE id = NEW.id;
END;
--> statement-breakpoint

-- 9. Five mails a day to an address that nobody has proved. The sixth stays in the table and is never sent. What is about
--    money that came, and what an account does with its own confirmed address, is sent always.
CREATE TRIGGER outbox_limit_unproven AFTER INSERT ON outbox
WHEN NEW.recipient_email IS NOT NULL AND NEW.kind NOT IN ('other_time_offered', 'refund_started', 'refunded')
BEGIN
	UPDATE outbox SET withheld_at = NEW.created_at, next_attempt_at = 253402214400000
	WHERE id = NEW.id
		AND (
			SELECT count(*) FROM outbox
			WHERE recipient_email = NEW.recipient_email AND withheld_at IS NULL AND created_at > NEW.created_at - 86400000
		) > 5
		AND NOT (NEW.kind = 'reset_password' AND EXISTS (
			SELECT 1 FROM users WHERE email = NEW.recipient_email AND email_verified_at IS NOT NULL
		))
		AND NOT EXISTS (
			SELECT 1 FROM appointments visit JOIN checkouts checkout ON checkout.id = visit.checkout_id
			LEFT JOIN users account ON account.id = checkout.created_by_user_id
			WHERE visit.id = json_extract(NEW.payload, '$.appointmentId')
				AND (visit.paid_kobo > 0 OR (account.email = NEW.recipient_email AND account.email_verified_at IS NOT NULL))
		)
		AND NOT EXISTS (
			SELECT 1 FROM payment_attempts attempt JOIN checkouts checkout ON checkout.id = attempt.checkout_id
			JOIN users account ON account.id = checkout.created_by_user_id
			WHERE attempt.payment_reference = json_extract(NEW.payload, '$.paymentReference')
				AND account.email = NEW.recipient_email AND account.email_verified_at IS NOT NULL
		);
END;
--> statement-breakpoint

-- 10. A guest of whom nothing is left but a deleted checkout is deleted with it (F13).
CREATE TRIGGER checkouts_delete_unused_client AFTER DELETE ON checkouts
BEGIN
	DELETE FROM clients
	WHERE id = OLD.client_id AND user_id IS NULL
		AND NOT EXISTS (SELECT 1 FROM checkouts WHERE client_id = OLD.client_id)
		AND NOT EXISTS (SELECT 1 FROM appointments WHERE client_id = OLD.client_id);
END;
--> statement-breakpoint

-- 11. A promo code is tried in the write that answers it (S8).
CREATE TRIGGER refused_writes_promo_rate_limited BEFORE INSERT ON refused_writes
WHEN NEW.word = 'promo_rate_limited'
BEGIN
	SELECT RAISE(ABORT, 'promo_rate_limited');
END;
