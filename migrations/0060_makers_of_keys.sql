ALTER TABLE `access_keys` ADD `made_by_key_id` text;--> statement-breakpoint
ALTER TABLE `kiosk_links` ADD `made_by_key_id` text;--> statement-breakpoint
ALTER TABLE `kiosk_links` ADD `ended_at` integer;--> statement-breakpoint
CREATE INDEX `kiosk_links_by_shop` ON `kiosk_links` (`shop_id`,`expires_at`);--> statement-breakpoint
-- The act that wrote a key down names the device that made it.
UPDATE access_keys SET made_by_key_id = (SELECT act.key_id FROM shop_acts act
	WHERE act.subject_id = access_keys.id AND act.kind = 'key_issued' AND act.key_id <> access_keys.id LIMIT 1) WHERE kind = 'api';
