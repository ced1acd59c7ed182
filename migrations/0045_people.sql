ALTER TABLE `staff_days_off` ADD `has_left` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `staff_members` ADD `role` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `staff_members` ADD `last_day` text;--> statement-breakpoint
CREATE INDEX `staff_by_last_day` ON `staff_members` (`last_day`) WHERE "staff_members"."last_day" is not null and "staff_members"."is_active" = 1;