ALTER TABLE `shop_photos` ADD `thumbnail_due_at` integer;--> statement-breakpoint
CREATE INDEX `shop_photos_to_draw` ON `shop_photos` (`thumbnail_due_at`) WHERE "shop_photos"."thumbnail_due_at" is not null;--> statement-breakpoint
UPDATE shop_photos SET thumbnail_due_at = created_at WHERE thumbnail_type IS NULL;
