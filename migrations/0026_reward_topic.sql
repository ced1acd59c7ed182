-- A customer can choose not to be told of rewards: the list of topics is a CHECK, which SQLite cannot alter in place.
CREATE TABLE `new_message_opt_outs` (
	`subject` text NOT NULL,
	`topic` text NOT NULL,
	`opted_out_at` integer NOT NULL,
	PRIMARY KEY(`subject`, `topic`),
	CONSTRAINT "message_topic" CHECK("topic" in ('reminders', 'reviews', 'waitlist', 'plans', 'rewards'))
) STRICT;
--> statement-breakpoint
INSERT INTO `new_message_opt_outs` (`subject`, `topic`, `opted_out_at`)
	SELECT `subject`, `topic`, `opted_out_at` FROM `message_opt_outs`;
--> statement-breakpoint
DROP TABLE `message_opt_outs`;
--> statement-breakpoint
ALTER TABLE `new_message_opt_outs` RENAME TO `message_opt_outs`;
