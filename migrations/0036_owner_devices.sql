ALTER TABLE `services` ADD `position` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `access_keys` ADD `role` text DEFAULT 'desk' NOT NULL;--> statement-breakpoint
ALTER TABLE `access_keys` ADD `wrong_owner_pins` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `kiosk_links` ADD `role` text DEFAULT 'desk' NOT NULL;