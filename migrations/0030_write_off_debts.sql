-- A write-off is a debt: how much of it is settled, by hand with a CHECK, since one of the table would need a new table. What
-- a completion gave is named by its number.
ALTER TABLE `appointments` ADD `completions` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `cashback_write_offs` ADD `completion` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `cashback_write_offs` ADD `settled_kobo` integer DEFAULT 0 NOT NULL CONSTRAINT "cashback_write_off_settled" CHECK("settled_kobo" between 0 and "amount_kobo");
