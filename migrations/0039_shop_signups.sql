CREATE TABLE `shop_signups` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`content_hash` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`address` text NOT NULL,
	`area` text NOT NULL,
	`city` text NOT NULL,
	`phone` text NOT NULL,
	`email` text NOT NULL,
	`offer` text NOT NULL,
	`created_at` integer NOT NULL,
	`proved_at` integer,
	`decided_at` integer,
	`decision` text,
	`reason` text,
	`shop_id` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "shop_signup_type" CHECK("type" in ('beauty', 'salon', 'spa', 'coffee', 'restaurant', 'retail')),
	CONSTRAINT "shop_signup_decided" CHECK(("shop_signups"."decided_at" is null) = ("shop_signups"."decision" is null) and ("shop_signups"."decision" is null or "decision" in ('approved', 'refused'))),
	CONSTRAINT "shop_signup_approved" CHECK(("shop_signups"."decision" is 'approved') = ("shop_signups"."shop_id" is not null) and ("shop_signups"."decision" is null or "shop_signups"."proved_at" is not null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `shop_signups_token_hash_unique` ON `shop_signups` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `shop_signups_shop_id_unique` ON `shop_signups` (`shop_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `shop_signups_once` ON `shop_signups` (`content_hash`) WHERE "shop_signups"."decided_at" is null;--> statement-breakpoint
CREATE INDEX `shop_signups_waiting` ON `shop_signups` (`proved_at`) WHERE "shop_signups"."proved_at" is not null and "shop_signups"."decided_at" is null;--> statement-breakpoint
CREATE INDEX `shop_signups_by_email` ON `shop_signups` (`email`);--> statement-breakpoint
CREATE INDEX `shop_signups_by_expiry` ON `shop_signups` (`expires_at`);--> statement-breakpoint
ALTER TABLE `shops` ADD `lists_when_bookable` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `shops` ADD `is_place_known` integer DEFAULT true NOT NULL;--> statement-breakpoint
INSERT INTO rate_limit_kinds (kind) VALUES ('shop-signup-email'), ('shop-signup-network');
--> statement-breakpoint
-- The middle of a city says where the city is, and not where a part of it is.
DROP TRIGGER shop_is_listed_anew;
--> statement-breakpoint
CREATE TRIGGER shop_is_listed_anew AFTER UPDATE OF name, type, area, city, latitude, longitude, time_zone, featured_from, featured_until, is_listed, is_place_known ON shops
BEGIN
	DELETE FROM shop_directory WHERE shop_id = NEW.id;
	DELETE FROM shop_places WHERE shop_id = NEW.id;
	DELETE FROM shop_documents WHERE shop_id = NEW.id AND NEW.is_listed = 0;
	INSERT INTO shop_directory SELECT '', sort_name, NEW.id, NEW.featured_from, NEW.featured_until, NEW.time_zone FROM shop_keys WHERE shop_id = NEW.id AND NEW.is_listed = 1;
	INSERT INTO shop_directory SELECT shop_categories.category_id, shop_keys.sort_name, NEW.id, NEW.featured_from, NEW.featured_until, NEW.time_zone
		FROM shop_keys JOIN shop_categories ON shop_categories.shop_id = NEW.id WHERE shop_keys.shop_id = NEW.id AND NEW.is_listed = 1;
	INSERT OR IGNORE INTO shop_places SELECT area_key, NEW.id, NEW.area, NEW.latitude, NEW.longitude FROM shop_keys WHERE shop_id = NEW.id AND NEW.is_listed = 1 AND NEW.is_place_known = 1;
	INSERT OR IGNORE INTO shop_places SELECT city_key, NEW.id, NEW.city, NEW.latitude, NEW.longitude FROM shop_keys WHERE shop_id = NEW.id AND NEW.is_listed = 1;
	INSERT INTO shop_documents (shop_id, words, category_ids) SELECT NEW.id, words, category_ids FROM shop_words WHERE shop_id = NEW.id AND NEW.is_listed = 1
		ON CONFLICT (shop_id) DO UPDATE SET words = excluded.words, category_ids = excluded.category_ids;
	DELETE FROM shop_free_starts WHERE shop_id = NEW.id AND NEW.is_listed = 0;
	DELETE FROM opening_looks WHERE shop_id = NEW.id AND NEW.is_listed = 0;
	INSERT INTO opening_looks (shop_id, due_at, change_count) SELECT NEW.id, 0, 1 WHERE NEW.is_listed = 1
		ON CONFLICT (shop_id) DO UPDATE SET due_at = 0, change_count = change_count + 1;
END;
