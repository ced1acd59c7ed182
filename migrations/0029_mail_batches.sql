ALTER TABLE `outbox` ADD `waiting_since` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `batch_key` text;