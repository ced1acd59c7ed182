CREATE TABLE `write_ids` (
	`id` text PRIMARY KEY NOT NULL,
	`is_closed` integer NOT NULL
) STRICT, WITHOUT ROWID;
