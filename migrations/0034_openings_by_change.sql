-- The tables are by drizzle-kit, the rest by hand. `shop_openings` stays for the release before.
CREATE TABLE `opening_looks` (
	`shop_id` text PRIMARY KEY NOT NULL,
	`due_at` integer NOT NULL,
	`change_count` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `opening_looks_due` ON `opening_looks` (`due_at`);--> statement-breakpoint
CREATE TABLE `shop_free_starts` (
	`shop_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`date` text NOT NULL,
	`start_minute` integer NOT NULL,
	`blocked_until_at` integer NOT NULL,
	`service_id` text NOT NULL,
	`staff_member_id` text NOT NULL,
	`notice_step_minutes` integer NOT NULL,
	`is_last_of_day` integer NOT NULL,
	PRIMARY KEY(`shop_id`, `starts_at`),
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `shop_free_starts_by_start` ON `shop_free_starts` (`notice_step_minutes`,`starts_at`,`shop_id`);--> statement-breakpoint
CREATE INDEX `shop_free_starts_by_day` ON `shop_free_starts` (`notice_step_minutes`,`starts_at`,`shop_id`) WHERE "shop_free_starts"."is_last_of_day" = 1;--> statement-breakpoint

-- Until each shop is looked at, its list goes on with what it had.
INSERT INTO shop_free_starts (shop_id, starts_at, date, start_minute, blocked_until_at, service_id, staff_member_id, notice_step_minutes, is_last_of_day)
	SELECT opening.shop_id, opening.starts_at, opening.date, opening.start_minute, opening.blocked_until_at, opening.service_id, opening.staff_member_id,
		CASE WHEN shops.minimum_notice_minutes >= 1440 THEN 1440 WHEN shops.minimum_notice_minutes >= 120 THEN 120
			WHEN shops.minimum_notice_minutes >= 60 THEN 60 WHEN shops.minimum_notice_minutes >= 30 THEN 30 ELSE 0 END, 1
	FROM shop_openings opening JOIN shops ON shops.id = opening.shop_id AND shops.is_listed = 1;
--> statement-breakpoint
INSERT INTO opening_looks (shop_id, due_at, change_count) SELECT id, openings_computed_at, 1 FROM shops WHERE is_listed = 1;
--> statement-breakpoint

-- Time that is taken or given back: a move does both, and no write moves an entry as it stands. Holds that have run out
-- are deleted each minute, and count then. A hold that becomes an appointment, or lasts longer, takes no other time.
CREATE TRIGGER calendar_marks_shop_on_insert AFTER INSERT ON calendar_entries
BEGIN
	UPDATE opening_looks SET due_at = min(due_at, NEW.checked_at), change_count = change_count + 1 WHERE shop_id = NEW.shop_id;
END;
--> statement-breakpoint
CREATE TRIGGER calendar_marks_shop_on_delete AFTER DELETE ON calendar_entries
BEGIN
	UPDATE opening_looks SET due_at = min(due_at, OLD.checked_at), change_count = change_count + 1 WHERE shop_id = OLD.shop_id;
END;
--> statement-breakpoint
-- A shop has a look to come as long as it is listed.
DROP TRIGGER shop_is_listed_anew;
--> statement-breakpoint
CREATE TRIGGER shop_is_listed_anew AFTER UPDATE OF name, type, area, city, latitude, longitude, time_zone, featured_from, featured_until, is_listed ON shops
BEGIN
	DELETE FROM shop_directory WHERE shop_id = NEW.id;
	DELETE FROM shop_places WHERE shop_id = NEW.id;
	DELETE FROM shop_documents WHERE shop_id = NEW.id AND NEW.is_listed = 0;
	INSERT INTO shop_directory SELECT '', sort_name, NEW.id, NEW.featured_from, NEW.featured_until, NEW.time_zone FROM shop_keys WHERE shop_id = NEW.id AND NEW.is_listed = 1;
	INSERT INTO shop_directory SELECT shop_categories.category_id, shop_keys.sort_name, NEW.id, NEW.featured_from, NEW.featured_until, NEW.time_zone
		FROM shop_keys JOIN shop_categories ON shop_categories.shop_id = NEW.id WHERE shop_keys.shop_id = NEW.id AND NEW.is_listed = 1;
	INSERT OR IGNORE INTO shop_places SELECT area_key, NEW.id, NEW.area, NEW.latitude, NEW.longitude FROM shop_keys WHERE shop_id = NEW.id AND NEW.is_listed = 1;
	INSERT OR IGNORE INTO shop_places SELECT city_key, NEW.id, NEW.city, NEW.latitude, NEW.longitude FROM shop_keys WHERE shop_id = NEW.id AND NEW.is_listed = 1;
	INSERT INTO shop_documents (shop_id, words, category_ids) SELECT NEW.id, words, category_ids FROM shop_words WHERE shop_id = NEW.id AND NEW.is_listed = 1
		ON CONFLICT (shop_id) DO UPDATE SET words = excluded.words, category_ids = excluded.category_ids;
	DELETE FROM shop_free_starts WHERE shop_id = NEW.id AND NEW.is_listed = 0;
	DELETE FROM opening_looks WHERE shop_id = NEW.id AND NEW.is_listed = 0;
	INSERT INTO opening_looks (shop_id, due_at, change_count) SELECT NEW.id, 0, 1 WHERE NEW.is_listed = 1
		ON CONFLICT (shop_id) DO UPDATE SET due_at = 0, change_count = change_count + 1;
END;
