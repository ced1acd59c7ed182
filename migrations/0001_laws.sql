-- The constraints of booking: what two requests could break together is refused here, inside the batch that tries it, so that
-- all of that batch rolls back. The word after ABORT is what db/database-error.server.ts reads.

-- 1. Nobody is in two places at once. Holds are compared with the writer's "now" (checked_at), never with this
--    database's clock. An entry is at most a day long (calendar_range), which keeps the search short however long the
--    calendar grows.
CREATE TRIGGER calendar_refuses_overlap_on_insert BEFORE INSERT ON calendar_entries
BEGIN
	SELECT RAISE(ABORT, 'slot_taken') WHERE EXISTS (
		SELECT 1 FROM calendar_entries other
		WHERE other.staff_member_id = NEW.staff_member_id
			AND other.starts_at < NEW.blocked_until_at
			AND other.starts_at > NEW.starts_at - 86400000
			AND other.blocked_until_at > NEW.starts_at
			AND (other.held_until_at IS NULL OR other.held_until_at > NEW.checked_at)
	);
END;
--> statement-breakpoint
CREATE TRIGGER calendar_refuses_overlap_on_update
BEFORE UPDATE OF staff_member_id, starts_at, blocked_until_at, held_until_at ON calendar_entries
BEGIN
	SELECT RAISE(ABORT, 'slot_taken') WHERE EXISTS (
		SELECT 1 FROM calendar_entries other
		WHERE other.staff_member_id = NEW.staff_member_id
			AND other.id <> NEW.id
			AND other.starts_at < NEW.blocked_until_at
			AND other.starts_at > NEW.starts_at - 86400000
			AND other.blocked_until_at > NEW.starts_at
			AND (other.held_until_at IS NULL OR other.held_until_at > NEW.checked_at)
	);
END;
--> statement-breakpoint

-- 2. A visit is inside the shop's hours and the member's working day, outside their break, and not on a day off.
CREATE TRIGGER calendar_refuses_outside_hours BEFORE INSERT ON calendar_entries
BEGIN
	SELECT RAISE(ABORT, 'outside_hours') WHERE NOT EXISTS (
		SELECT 1
		FROM staff_schedules work
		JOIN shop_hours shop ON shop.shop_id = NEW.shop_id AND shop.day_of_week = work.day_of_week
		WHERE work.staff_member_id = NEW.staff_member_id
			AND work.day_of_week = ((CAST(strftime('%w', NEW.date) AS INTEGER) + 6) % 7) + 1
			AND work.is_available = 1
			AND max(work.start_minute, shop.opens_minute) <= NEW.start_minute
			AND min(work.end_minute, shop.closes_minute) >= NEW.end_minute
			AND (work.break_start_minute IS NULL
				OR work.break_start_minute = work.break_end_minute
				OR NEW.end_minute <= work.break_start_minute
				OR NEW.start_minute >= work.break_end_minute)
			AND NOT EXISTS (
				SELECT 1 FROM staff_days_off off
				WHERE off.staff_member_id = NEW.staff_member_id AND off.date = NEW.date
			)
	);
END;
--> statement-breakpoint

-- 3. Only an active member of that shop who offers that enabled service can be booked for it.
CREATE TRIGGER calendar_refuses_wrong_staff BEFORE INSERT ON calendar_entries
BEGIN
	SELECT RAISE(ABORT, 'staff_not_available') WHERE NOT EXISTS (
		SELECT 1
		FROM staff_members member
		JOIN staff_services link ON link.staff_member_id = member.id
		JOIN services service ON service.id = link.service_id
		WHERE member.id = NEW.staff_member_id
			AND member.shop_id = NEW.shop_id
			AND member.is_active = 1
			AND service.id = NEW.service_id
			AND service.shop_id = NEW.shop_id
			AND service.is_enabled = 1
	);
END;
--> statement-breakpoint

-- 4. A hold, and a live appointment, keep time for each of their services. The entries are written first, by a SELECT
--    that finds no row when nobody is free: then this refuses the whole batch.
CREATE TRIGGER hold_needs_its_time AFTER INSERT ON holds
BEGIN
	SELECT RAISE(ABORT, 'slot_taken')
	WHERE (SELECT count(*) FROM calendar_entries WHERE hold_id = NEW.id) <> NEW.segment_count;
END;
--> statement-breakpoint
CREATE TRIGGER appointment_needs_its_time AFTER INSERT ON appointments
WHEN NEW.status NOT IN ('CANCELLED', 'NO_SHOW')
BEGIN
	SELECT RAISE(ABORT, 'slot_taken')
	WHERE (SELECT count(*) FROM calendar_entries WHERE appointment_id = NEW.id) <> NEW.segment_count
		OR (SELECT min(starts_at) FROM calendar_entries WHERE appointment_id = NEW.id) <> NEW.starts_at;
END;
--> statement-breakpoint
CREATE TRIGGER appointment_keeps_its_time AFTER UPDATE OF status, starts_at, segment_count ON appointments
WHEN NEW.status NOT IN ('CANCELLED', 'NO_SHOW')
BEGIN
	SELECT RAISE(ABORT, 'slot_taken')
	WHERE (SELECT count(*) FROM calendar_entries WHERE appointment_id = NEW.id) <> NEW.segment_count
		OR (SELECT min(starts_at) FROM calendar_entries WHERE appointment_id = NEW.id) <> NEW.starts_at;
END;
--> statement-breakpoint
CREATE TRIGGER appointment_gives_its_time_back AFTER UPDATE OF status ON appointments
WHEN NEW.status IN ('CANCELLED', 'NO_SHOW')
BEGIN
	DELETE FROM calendar_entries WHERE appointment_id = NEW.id;
END;
--> statement-breakpoint

-- 5. Extending a hold extends its time, under law 1: an expired hold whose time was taken since cannot be revived.
CREATE TRIGGER hold_extends_its_time AFTER UPDATE OF expires_at ON holds
BEGIN
	UPDATE calendar_entries SET checked_at = NEW.checked_at, held_until_at = NEW.expires_at WHERE hold_id = NEW.id;
END;
--> statement-breakpoint

-- 6. Three live holds for one contact, and a high ceiling for one network address, since phones share addresses.
CREATE TRIGGER holds_are_limited_on_insert AFTER INSERT ON holds
BEGIN
	SELECT RAISE(ABORT, 'too_many_holds')
	WHERE (SELECT count(*) FROM holds WHERE contact_email = NEW.contact_email AND expires_at > NEW.checked_at) > 3
		OR (SELECT count(*) FROM holds WHERE contact_phone = NEW.contact_phone AND expires_at > NEW.checked_at) > 3
		OR (SELECT count(*) FROM holds WHERE network_key = NEW.network_key AND expires_at > NEW.checked_at) > 60;
END;
--> statement-breakpoint
CREATE TRIGGER holds_are_limited_on_update AFTER UPDATE OF contact_email, contact_phone ON holds
BEGIN
	SELECT RAISE(ABORT, 'too_many_holds')
	WHERE (SELECT count(*) FROM holds WHERE contact_email = NEW.contact_email AND expires_at > NEW.checked_at) > 3
		OR (SELECT count(*) FROM holds WHERE contact_phone = NEW.contact_phone AND expires_at > NEW.checked_at) > 3;
END;
--> statement-breakpoint

-- 7. A promo code is used only while it is valid, and never more often than it may be (promo_uses_limit backs this).
CREATE TRIGGER promo_use_needs_a_valid_code BEFORE INSERT ON promo_uses
BEGIN
	SELECT RAISE(ABORT, 'promo_not_valid') WHERE NOT EXISTS (
		SELECT 1
		FROM promo_codes promo
		JOIN checkouts checkout ON checkout.id = NEW.checkout_id AND checkout.shop_id = promo.shop_id
		WHERE promo.id = NEW.promo_code_id
			AND promo.is_active = 1
			AND (promo.expires_at IS NULL OR promo.expires_at > NEW.used_at)
			AND (promo.max_uses IS NULL OR promo.current_uses < promo.max_uses)
			AND NEW.amount_kobo >= promo.minimum_amount_kobo
	);
END;
--> statement-breakpoint
CREATE TRIGGER promo_use_is_counted AFTER INSERT ON promo_uses
BEGIN
	UPDATE promo_codes SET current_uses = current_uses + 1 WHERE id = NEW.promo_code_id;
END;
--> statement-breakpoint
CREATE TRIGGER promo_use_is_given_back AFTER DELETE ON promo_uses
BEGIN
	UPDATE promo_codes SET current_uses = current_uses - 1 WHERE id = OLD.promo_code_id;
END;
--> statement-breakpoint

-- 8. Ratings come from reviews of completed appointments, and a shop's numbers are made of nothing else.
CREATE TRIGGER review_needs_a_completed_visit BEFORE INSERT ON reviews
BEGIN
	SELECT RAISE(ABORT, 'review_not_allowed') WHERE NOT EXISTS (
		SELECT 1 FROM appointments
		WHERE id = NEW.appointment_id AND status = 'COMPLETED' AND shop_id = NEW.shop_id AND client_id = NEW.client_id
	);
END;
--> statement-breakpoint
CREATE TRIGGER review_counts_in_rating AFTER INSERT ON reviews
BEGIN
	UPDATE shops SET rating_sum = rating_sum + NEW.rating, review_count = review_count + 1 WHERE id = NEW.shop_id;
END;
--> statement-breakpoint
CREATE TRIGGER review_changes_rating AFTER UPDATE OF rating ON reviews
BEGIN
	UPDATE shops SET rating_sum = rating_sum - OLD.rating + NEW.rating WHERE id = NEW.shop_id;
END;
--> statement-breakpoint
CREATE TRIGGER review_leaves_rating AFTER DELETE ON reviews
BEGIN
	UPDATE shops SET rating_sum = rating_sum - OLD.rating, review_count = review_count - 1 WHERE id = OLD.shop_id;
END;
