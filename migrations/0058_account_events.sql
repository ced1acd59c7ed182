CREATE TABLE `account_events` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`device_label` text NOT NULL,
	`happened_at` integer NOT NULL,
	`times` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `account_events_by_user` ON `account_events` (`user_id`,`happened_at`);--> statement-breakpoint
CREATE INDEX `account_events_by_time` ON `account_events` (`happened_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `proven_at` integer;--> statement-breakpoint
ALTER TABLE `shop_acts` ADD `operator_name` text;