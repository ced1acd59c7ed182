-- When staff work, and the one calendar of taken time (docs/decisions/006).

-- When a member of staff works on a weekday, and their break. Bookable time is this within the shop's hours.
CREATE TABLE staff_schedules (
	staff_member_id text NOT NULL REFERENCES staff_members (id) ON DELETE CASCADE,
	day_of_week integer NOT NULL,
	is_available integer NOT NULL DEFAULT true,
	start_minute integer NOT NULL,
	end_minute integer NOT NULL,
	break_start_minute integer,
	break_end_minute integer,
	PRIMARY KEY (staff_member_id, day_of_week),
	CONSTRAINT staff_schedule_day CHECK (day_of_week BETWEEN 1 AND 7),
	CONSTRAINT staff_schedule_range CHECK (0 <= start_minute AND start_minute < end_minute AND end_minute <= 1440),
	CONSTRAINT staff_schedule_break CHECK (
		(break_start_minute IS NULL) = (break_end_minute IS NULL)
		AND (break_start_minute IS NULL OR break_start_minute <= break_end_minute)
	)
) STRICT;
--> statement-breakpoint

-- A day on which a person does not work.
CREATE TABLE staff_days_off (
	staff_member_id text NOT NULL REFERENCES staff_members (id) ON DELETE CASCADE,
	date text NOT NULL,
	has_left integer NOT NULL DEFAULT false,
	PRIMARY KEY (staff_member_id, date)
) STRICT;
--> statement-breakpoint

-- A day on which the whole shop is closed despite its weekly hours.
CREATE TABLE shop_closed_days (
	shop_id text NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
	date text NOT NULL,
	reason text NOT NULL DEFAULT '',
	PRIMARY KEY (shop_id, date)
) STRICT;
--> statement-breakpoint

-- A stretch of time that the shop keeps free of bookings: a lunch, an errand, a broken chair.
CREATE TABLE blocked_times (
	id text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id) ON DELETE CASCADE,
	staff_member_id text NOT NULL REFERENCES staff_members (id) ON DELETE CASCADE,
	starts_at integer NOT NULL,
	ends_at integer NOT NULL,
	reason text NOT NULL DEFAULT '',
	created_at integer NOT NULL,
	CONSTRAINT blocked_time_range CHECK (starts_at < ends_at AND ends_at - starts_at <= 86400000)
) STRICT;
--> statement-breakpoint

CREATE INDEX blocked_times_by_staff ON blocked_times (staff_member_id, starts_at);
--> statement-breakpoint

-- The calendar: each stretch of time that a member of staff is taken, by a hold or by a live appointment. One table
-- for both, so that the same triggers refuse every overlap: a hold that becomes an appointment, two holds, a move. A
-- cancelled visit has no row here. A visit with several services has one row each.
CREATE TABLE calendar_entries (
	id text PRIMARY KEY NOT NULL,
	shop_id text NOT NULL REFERENCES shops (id),
	staff_member_id text NOT NULL REFERENCES staff_members (id),
	service_id text NOT NULL REFERENCES services (id),
	position integer NOT NULL DEFAULT 0,
	hold_id text REFERENCES holds (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
	appointment_id text REFERENCES appointments (id) DEFERRABLE INITIALLY DEFERRED,
	date text NOT NULL,
	start_minute integer NOT NULL,
	end_minute integer NOT NULL,
	starts_at integer NOT NULL,
	ends_at integer NOT NULL,
	blocked_until_at integer NOT NULL,
	held_until_at integer,
	checked_at integer NOT NULL,
	CONSTRAINT calendar_owner CHECK (
		(hold_id IS NULL) <> (appointment_id IS NULL) AND (hold_id IS NULL) = (held_until_at IS NULL)
	),
	CONSTRAINT calendar_range CHECK (
		starts_at < ends_at AND ends_at <= blocked_until_at AND start_minute < end_minute
		AND blocked_until_at - starts_at <= 86400000
	)
) STRICT;
--> statement-breakpoint

CREATE INDEX calendar_by_staff ON calendar_entries (staff_member_id, starts_at);--> statement-breakpoint
CREATE INDEX calendar_by_hold ON calendar_entries (hold_id);--> statement-breakpoint
CREATE INDEX calendar_by_appointment ON calendar_entries (appointment_id);
--> statement-breakpoint

-- Booked or held time is not blocked: the booking is moved or cancelled first.
CREATE TRIGGER blocked_times_refuse_booked BEFORE INSERT ON blocked_times
BEGIN
	SELECT RAISE(ABORT, 'time_not_free') WHERE EXISTS (
		SELECT 1 FROM calendar_entries entry
		WHERE entry.staff_member_id = NEW.staff_member_id
			AND entry.starts_at < NEW.ends_at AND entry.starts_at > NEW.starts_at - 86400000
			AND entry.blocked_until_at > NEW.starts_at
			AND (entry.held_until_at IS NULL OR entry.held_until_at > NEW.created_at)
	);
END;
--> statement-breakpoint

-- Only an active member of that shop who offers that enabled service can be booked for it.
CREATE TRIGGER calendar_entries_refuse_wrong_staff BEFORE INSERT ON calendar_entries
BEGIN
	SELECT RAISE(ABORT, 'staff_not_available') WHERE NOT EXISTS (
		SELECT 1 FROM staff_members member
		JOIN staff_services link ON link.staff_member_id = member.id
		JOIN services service ON service.id = link.service_id
		WHERE member.id = NEW.staff_member_id AND member.shop_id = NEW.shop_id AND member.is_active = 1
			AND service.id = NEW.service_id AND service.shop_id = NEW.shop_id AND service.is_enabled = 1
	);
END;
--> statement-breakpoint

-- No person is in two places at once. Holds are compared with the writer's "now" (checked_at), never with the
-- database's clock. An entry is at most a day long (calendar_range), which keeps the search short however long the
-- calendar grows.
CREATE TRIGGER calendar_entries_refuse_overlap_on_insert BEFORE INSERT ON calendar_entries
BEGIN
	SELECT RAISE(ABORT, 'slot_taken') WHERE EXISTS (
		SELECT 1 FROM calendar_entries other
		WHERE other.staff_member_id = NEW.staff_member_id
			AND other.starts_at < NEW.blocked_until_at AND other.starts_at > NEW.starts_at - 86400000
			AND other.blocked_until_at > NEW.starts_at
			AND (other.held_until_at IS NULL OR other.held_until_at > NEW.checked_at)
	) OR EXISTS (
		SELECT 1 FROM blocked_times block
		WHERE block.staff_member_id = NEW.staff_member_id
			AND block.starts_at < NEW.blocked_until_at AND block.starts_at > NEW.starts_at - 86400000
			AND block.ends_at > NEW.starts_at
	);
END;
--> statement-breakpoint

CREATE TRIGGER calendar_entries_refuse_overlap_on_update
BEFORE UPDATE OF staff_member_id, starts_at, blocked_until_at, held_until_at ON calendar_entries
BEGIN
	SELECT RAISE(ABORT, 'slot_taken') WHERE EXISTS (
		SELECT 1 FROM calendar_entries other
		WHERE other.staff_member_id = NEW.staff_member_id
			AND other.id <> NEW.id
			AND other.starts_at < NEW.blocked_until_at AND other.starts_at > NEW.starts_at - 86400000
			AND other.blocked_until_at > NEW.starts_at
			AND (other.held_until_at IS NULL OR other.held_until_at > NEW.checked_at)
	) OR EXISTS (
		SELECT 1 FROM blocked_times block
		WHERE block.staff_member_id = NEW.staff_member_id
			AND block.starts_at < NEW.blocked_until_at AND block.starts_at > NEW.starts_at - 86400000
			AND block.ends_at > NEW.starts_at
	);
END;
--> statement-breakpoint

-- A visit is inside the shop's hours and the person's working day, outside their break, and not on a day off.
CREATE TRIGGER calendar_entries_refuse_outside_hours BEFORE INSERT ON calendar_entries
BEGIN
	SELECT RAISE(ABORT, 'outside_hours') WHERE NOT EXISTS (
		SELECT 1 FROM staff_schedules work
		JOIN shop_hours shop ON shop.shop_id = NEW.shop_id AND shop.day_of_week = work.day_of_week
		WHERE work.staff_member_id = NEW.staff_member_id
			AND work.day_of_week = ((CAST(strftime('%w', NEW.date) AS INTEGER) + 6) % 7) + 1 AND work.is_available = 1
			AND max(work.start_minute, shop.opens_minute) <= NEW.start_minute
			AND min(work.end_minute, shop.closes_minute) >= NEW.end_minute
			AND (work.break_start_minute IS NULL OR work.break_start_minute = work.break_end_minute
				OR NEW.end_minute <= work.break_start_minute OR NEW.start_minute >= work.break_end_minute)
			AND NOT EXISTS (
				SELECT 1 FROM staff_days_off off WHERE off.staff_member_id = NEW.staff_member_id AND off.date = NEW.date
			)
			AND NOT EXISTS (
				SELECT 1 FROM shop_closed_days closed WHERE closed.shop_id = NEW.shop_id AND closed.date = NEW.date
			)
	);
END;
--> statement-breakpoint

-- Inserting or deleting an entry marks the shop; a move does both. An expired hold counts when the job deletes it. A
-- hold that becomes an appointment, or lasts longer, takes no other time.
CREATE TRIGGER calendar_entries_mark_shop_on_insert AFTER INSERT ON calendar_entries
BEGIN
	UPDATE opening_looks SET due_at = min(due_at, NEW.checked_at), change_count = change_count + 1
		WHERE shop_id = NEW.shop_id;
END;
--> statement-breakpoint

CREATE TRIGGER calendar_entries_mark_shop_on_delete AFTER DELETE ON calendar_entries
BEGIN
	UPDATE opening_looks SET due_at = min(due_at, OLD.checked_at), change_count = change_count + 1
		WHERE shop_id = OLD.shop_id;
END;
