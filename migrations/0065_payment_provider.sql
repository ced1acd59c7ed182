CREATE TABLE `payment_providers` (
	`kind` text PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO `payment_providers` (`kind`) VALUES ('paystack');
--> statement-breakpoint
-- All money so far is Paystack's. Foreign keys are off while migrations run, so that a column with a default may have one.
ALTER TABLE `payment_attempts` ADD `provider` text DEFAULT 'paystack' NOT NULL REFERENCES payment_providers(kind);--> statement-breakpoint
ALTER TABLE `refunds` ADD `provider` text DEFAULT 'paystack' NOT NULL REFERENCES payment_providers(kind);--> statement-breakpoint
ALTER TABLE `webhook_events` ADD `provider` text DEFAULT 'paystack' NOT NULL REFERENCES payment_providers(kind);--> statement-breakpoint
ALTER TABLE `payouts` ADD `provider` text DEFAULT 'paystack' NOT NULL REFERENCES payment_providers(kind);
