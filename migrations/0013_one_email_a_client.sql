-- A client row carries one e-mail (docs/decisions/025). Rows that a shared phone number mixed are split: what was booked as
-- a guest with another e-mail than that of its row goes to the guest row of that e-mail, with its appointment and review.
INSERT INTO `clients` (`id`, `shop_id`, `first_name`, `last_name`, `email`, `phone`, `created_at`)
	SELECT lower(hex(randomblob(16))), strays.shop_id, strays.first_name, strays.last_name, strays.email, strays.phone, min(strays.created_at)
	FROM `checkouts` strays JOIN `clients` mixed ON mixed.id = strays.client_id
	WHERE strays.created_by_user_id IS NULL AND strays.email IS NOT mixed.email
		AND NOT EXISTS (
			SELECT 1 FROM `clients` known WHERE known.shop_id = strays.shop_id AND known.user_id IS NULL AND known.email IS strays.email
				AND (strays.email IS NOT NULL OR known.phone IS strays.phone)
		)
	GROUP BY strays.shop_id, strays.email, CASE WHEN strays.email IS NULL THEN strays.phone END;
--> statement-breakpoint
UPDATE `checkouts` SET `client_id` = (
	SELECT known.id FROM `clients` known WHERE known.shop_id = `checkouts`.`shop_id` AND known.user_id IS NULL
		AND known.email IS `checkouts`.`email` AND (`checkouts`.`email` IS NOT NULL OR known.phone IS `checkouts`.`phone`)
	ORDER BY known.created_at, known.id LIMIT 1
)
WHERE `created_by_user_id` IS NULL
	AND `email` IS NOT (SELECT mixed.email FROM `clients` mixed WHERE mixed.id = `checkouts`.`client_id`);
--> statement-breakpoint
UPDATE `appointments` SET `client_id` = (SELECT paid.client_id FROM `checkouts` paid WHERE paid.id = `appointments`.`checkout_id`)
WHERE `client_id` <> (SELECT paid.client_id FROM `checkouts` paid WHERE paid.id = `appointments`.`checkout_id`);
--> statement-breakpoint
UPDATE `reviews` SET `client_id` = (SELECT visit.client_id FROM `appointments` visit WHERE visit.id = `reviews`.`appointment_id`)
WHERE `client_id` <> (SELECT visit.client_id FROM `appointments` visit WHERE visit.id = `reviews`.`appointment_id`);
--> statement-breakpoint

-- An account takes over what was booked with its own e-mail. Anything else is split off in the write that links the row,
-- whoever wrote it: a release from before this migration still mixes people while it is being replaced.
CREATE TRIGGER clients_split_when_linked AFTER UPDATE OF user_id ON clients
WHEN OLD.user_id IS NULL AND NEW.user_id IS NOT NULL
BEGIN
	INSERT INTO clients (id, shop_id, first_name, last_name, email, phone, created_at)
		SELECT lower(hex(randomblob(16))), NEW.shop_id, strays.first_name, strays.last_name, strays.email, strays.phone, min(strays.created_at)
		FROM checkouts strays
		WHERE strays.client_id = NEW.id AND strays.created_by_user_id IS NULL AND strays.email IS NOT NEW.email
			AND NOT EXISTS (
				SELECT 1 FROM clients known WHERE known.shop_id = NEW.shop_id AND known.user_id IS NULL AND known.email IS strays.email
					AND (strays.email IS NOT NULL OR known.phone IS strays.phone)
			)
		GROUP BY strays.email, CASE WHEN strays.email IS NULL THEN strays.phone END;
	UPDATE checkouts SET client_id = (
		SELECT known.id FROM clients known WHERE known.shop_id = NEW.shop_id AND known.user_id IS NULL
			AND known.email IS checkouts.email AND (checkouts.email IS NOT NULL OR known.phone IS checkouts.phone)
		ORDER BY known.created_at, known.id LIMIT 1
	)
	WHERE client_id = NEW.id AND created_by_user_id IS NULL AND email IS NOT NEW.email;
	UPDATE reviews SET client_id = (
		SELECT booked.client_id FROM appointments visit JOIN checkouts booked ON booked.id = visit.checkout_id
		WHERE visit.id = reviews.appointment_id
	)
	WHERE appointment_id IN (
		SELECT visit.id FROM appointments visit JOIN checkouts booked ON booked.id = visit.checkout_id
		WHERE visit.client_id = NEW.id AND booked.client_id <> NEW.id
	);
	UPDATE appointments SET client_id = (SELECT booked.client_id FROM checkouts booked WHERE booked.id = appointments.checkout_id)
	WHERE client_id = NEW.id;
END;
