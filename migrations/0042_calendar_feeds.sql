CREATE TABLE `calendar_feeds` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`key_id` text NOT NULL,
	`staff_member_id` text,
	`names_customers` integer DEFAULT false NOT NULL,
	`secret_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`key_id`) REFERENCES `access_keys`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_member_id`) REFERENCES `staff_members`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_secret_hash_unique` ON `calendar_feeds` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `calendar_feeds_by_shop` ON `calendar_feeds` (`shop_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `calendar_feeds_ended` ON `calendar_feeds` (`ended_at`) WHERE "calendar_feeds"."ended_at" is not null;