CREATE TABLE `appointment_updates` (
	`appointment_id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`appointment_id`) REFERENCES `appointments`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `appointment_updates_by_shop` ON `appointment_updates` (`shop_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `__new_shop_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`kind` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`appointment_id` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	`attempt_count` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`delivered_at` integer,
	`dropped_at` integer,
	`last_result` text,
	FOREIGN KEY (`webhook_id`) REFERENCES `shop_webhooks`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "shop_delivery_payload" CHECK(json_valid("__new_shop_deliveries"."payload"))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_shop_deliveries`("id", "webhook_id", "kind", "dedupe_key", "appointment_id", "payload", "created_at", "attempt_count", "next_attempt_at", "delivered_at", "dropped_at", "last_result") SELECT "id", "webhook_id", "kind", "dedupe_key", "appointment_id", "payload", "created_at", "attempt_count", "next_attempt_at", "delivered_at", "dropped_at", "last_result" FROM `shop_deliveries`;--> statement-breakpoint
DROP TABLE `shop_deliveries`;--> statement-breakpoint
ALTER TABLE `__new_shop_deliveries` RENAME TO `shop_deliveries`;--> statement-breakpoint
CREATE UNIQUE INDEX `shop_deliveries_once` ON `shop_deliveries` (`webhook_id`,`dedupe_key`);--> statement-breakpoint
CREATE INDEX `shop_deliveries_due` ON `shop_deliveries` (`next_attempt_at`) WHERE "shop_deliveries"."delivered_at" is null and "shop_deliveries"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX `shop_deliveries_by_webhook` ON `shop_deliveries` (`webhook_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `clients_by_shop` ON `clients` (`shop_id`,`created_at`,`id`);
--> statement-breakpoint
INSERT INTO appointment_updates SELECT id, shop_id, max(created_at, coalesce(cancelled_at, 0), coalesce(completed_at, 0), coalesce(missed_at, 0), coalesce(arrived_at, 0), coalesce(changed_at, 0)) FROM appointments;
--> statement-breakpoint
-- In the order of the commits, even where the clock goes back.
CREATE TRIGGER appointment_is_updated AFTER UPDATE ON appointments
BEGIN
	INSERT INTO appointment_updates VALUES (NEW.id, NEW.shop_id, max(CAST(unixepoch('subsec') * 1000 AS INTEGER),
		1 + coalesce((SELECT max(updated_at) FROM appointment_updates WHERE shop_id = NEW.shop_id), 0)))
	ON CONFLICT (appointment_id) DO UPDATE SET updated_at = excluded.updated_at;
END;
--> statement-breakpoint
-- The next ones touch the appointment, which the first one then sees.
CREATE TRIGGER appointment_is_made AFTER INSERT ON appointments
BEGIN
	UPDATE appointments SET notes = notes WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER appointment_has_another_contact AFTER UPDATE OF first_name, last_name, email, phone ON checkouts
BEGIN
	UPDATE appointments SET notes = notes WHERE checkout_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER appointment_has_a_problem AFTER INSERT ON visit_problems
BEGIN
	UPDATE appointments SET notes = notes WHERE id = NEW.appointment_id;
END;
--> statement-breakpoint
CREATE TRIGGER appointment_problem_is_changed AFTER UPDATE ON visit_problems
BEGIN
	UPDATE appointments SET notes = notes WHERE id = NEW.appointment_id;
END;
