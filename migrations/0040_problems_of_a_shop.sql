ALTER TABLE `visit_problems` ADD `shop_id` text REFERENCES shops(id);--> statement-breakpoint
UPDATE `visit_problems` SET `shop_id` = (SELECT `shop_id` FROM `appointments` WHERE `appointments`.`id` = `visit_problems`.`appointment_id`);--> statement-breakpoint
CREATE INDEX `visit_problems_open_of_shop` ON `visit_problems` (`shop_id`,`reported_at`) WHERE "visit_problems"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX `cashback_accounts_by_shop` ON `cashback_accounts` (`shop_id`);--> statement-breakpoint
CREATE INDEX `referrals_held_of_shop` ON `referrals` (`shop_id`,`settled_at`) WHERE "referrals"."status" = 'held';