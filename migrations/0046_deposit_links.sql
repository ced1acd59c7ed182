CREATE TABLE `deposit_links` (
	`checkout_id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`code` text NOT NULL,
	`asked_at` integer NOT NULL,
	`mail_count` integer DEFAULT 0 NOT NULL,
	`let_go_at` integer,
	FOREIGN KEY (`checkout_id`) REFERENCES `checkouts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `deposit_links_by_code` ON `deposit_links` (`code`);--> statement-breakpoint
CREATE INDEX `deposit_links_by_shop` ON `deposit_links` (`shop_id`,`asked_at`);--> statement-breakpoint
ALTER TABLE `shops` ADD `deposit_hold_hours` integer DEFAULT 2 NOT NULL;