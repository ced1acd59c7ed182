ALTER TABLE `access_keys` ADD `staff_member_id` text REFERENCES staff_members(id);--> statement-breakpoint
ALTER TABLE `kiosk_links` ADD `staff_member_id` text REFERENCES staff_members(id);