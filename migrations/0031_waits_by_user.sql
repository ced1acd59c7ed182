DROP INDEX `session_waits_by_user`;--> statement-breakpoint
CREATE INDEX `session_waits_by_user` ON `session_waits` (`user_id`);