ALTER TABLE `outbox` ADD `by_shop_id` text;--> statement-breakpoint
CREATE INDEX `outbox_by_shop` ON `outbox` (`by_shop_id`,`sent_at`) WHERE "outbox"."by_shop_id" is not null;