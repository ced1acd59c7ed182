CREATE TABLE `disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_reference` text NOT NULL,
	`amount_kobo` integer,
	`category` text,
	`opened_at` integer NOT NULL,
	`due_at` integer,
	`answered_at` integer,
	`alerted_at` integer,
	`ended_at` integer,
	`outcome` text,
	FOREIGN KEY (`payment_reference`) REFERENCES `transactions`(`payment_reference`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "dispute_outcome" CHECK("disputes"."outcome" is null or "outcome" in ('lost', 'won')),
	CONSTRAINT "dispute_ended" CHECK(("disputes"."ended_at" is null) = ("disputes"."outcome" is null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `disputes_by_payment` ON `disputes` (`payment_reference`);--> statement-breakpoint
CREATE INDEX `disputes_due` ON `disputes` (`due_at`) WHERE "disputes"."ended_at" is null and "disputes"."answered_at" is null;--> statement-breakpoint
CREATE INDEX `transactions_disputed` ON `transactions` (`disputed_at`) WHERE "transactions"."disputed_at" is not null;