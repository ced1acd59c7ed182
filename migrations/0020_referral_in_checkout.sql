DROP INDEX `checkouts_pending`;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `referral_code_id` text;--> statement-breakpoint
CREATE INDEX `checkouts_pending` ON `checkouts` (`created_at`) WHERE "checkouts"."status" = 'PENDING' and ("checkouts"."promo_code_id" is not null or "checkouts"."reward_id" is not null or "checkouts"."referral_code_id" is not null or "checkouts"."cashback_kobo" > 0);--> statement-breakpoint
ALTER TABLE `appointments` ADD `referral_code_id` text;