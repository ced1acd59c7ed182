CREATE TABLE `loose_photos` (
	`id` text PRIMARY KEY NOT NULL,
	`loose_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `loose_photos_by_age` ON `loose_photos` (`loose_at`);--> statement-breakpoint
CREATE TABLE `photo_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`photo_id` text NOT NULL,
	`reporter` text NOT NULL,
	`reason` text NOT NULL,
	`reported_at` integer NOT NULL,
	`resolved_at` integer,
	FOREIGN KEY (`photo_id`) REFERENCES `shop_photos`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "photo_report_reason" CHECK("reason" in ('not_agreed', 'not_theirs', 'offensive', 'other'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `photo_reports_once` ON `photo_reports` (`reporter`,`photo_id`);--> statement-breakpoint
CREATE INDEX `photo_reports_by_photo` ON `photo_reports` (`photo_id`);--> statement-breakpoint
CREATE INDEX `photo_reports_open` ON `photo_reports` (`reported_at`) WHERE "photo_reports"."resolved_at" is null;--> statement-breakpoint
CREATE TABLE `shop_photos` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`service_id` text,
	`position` integer NOT NULL,
	`alt` text NOT NULL,
	`type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`digest` text NOT NULL,
	`thumbnail_type` text,
	`thumbnail_width` integer,
	`thumbnail_height` integer,
	`key_id` text,
	`is_agreed` integer NOT NULL,
	`created_at` integer NOT NULL,
	`hidden_at` integer,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`key_id`) REFERENCES `access_keys`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "shop_photo_type" CHECK("type" in ('jpeg', 'webp')),
	CONSTRAINT "shop_photo_agreed" CHECK("shop_photos"."is_agreed" = 1),
	CONSTRAINT "shop_photo_size" CHECK("shop_photos"."width" > 0 and "shop_photos"."height" > 0),
	CONSTRAINT "shop_photo_thumbnail" CHECK(("shop_photos"."thumbnail_type" is null) = ("shop_photos"."thumbnail_width" is null) and ("shop_photos"."thumbnail_type" is null) = ("shop_photos"."thumbnail_height" is null)
				and ("shop_photos"."thumbnail_type" is null or "thumbnail_type" in ('jpeg', 'webp')))
) STRICT;
--> statement-breakpoint
CREATE INDEX `shop_photos_by_place` ON `shop_photos` (`shop_id`,`service_id`,`position`);--> statement-breakpoint
-- Whatever deletes a photo, its bytes are deleted by the job.
CREATE TRIGGER photo_leaves_bytes AFTER DELETE ON shop_photos BEGIN
	INSERT INTO loose_photos (id, loose_at) VALUES (old.id, 0) ON CONFLICT DO NOTHING;
END;
