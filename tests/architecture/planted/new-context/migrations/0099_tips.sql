CREATE TABLE `tip_jars` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`amount_kobo` integer NOT NULL,
	`state` text NOT NULL,
	`opened_at` integer NOT NULL,
	CONSTRAINT "tip_jar_state" CHECK("tip_jars"."state" IN ('open', 'shared'))
) STRICT;--> statement-breakpoint
CREATE INDEX `tip_jars_by_user` ON `tip_jars` (`user_id`);
