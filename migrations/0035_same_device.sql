ALTER TABLE `checkouts` ADD `is_same_device` integer DEFAULT false NOT NULL;--> statement-breakpoint

-- Of checkouts whose payment is still to come. What was released before this is not known any more.
UPDATE checkouts SET is_same_device = 1 WHERE status = 'PENDING' AND id IN (SELECT checkout_id FROM referrals WHERE is_same_device = 1);
