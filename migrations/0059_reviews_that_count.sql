-- A visit that the shop made counts only when an online payment or a proven account stands behind it (decision 137).
-- The trigger of reviews takes the others out of their shops' ratings.
UPDATE reviews SET hidden_at = created_at WHERE hidden_at IS NULL AND appointment_id IN (
	SELECT visit.id FROM appointments visit JOIN clients holder ON holder.id = visit.client_id
	WHERE visit.is_walk_in = 1 AND visit.paid_kobo = 0
		AND NOT EXISTS (SELECT 1 FROM users WHERE id = holder.user_id AND email_verified_at IS NOT NULL)
);
