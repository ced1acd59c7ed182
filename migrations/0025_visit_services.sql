-- A live appointment takes time for the services that it has: as long as they are, the last one with its add-ons.
CREATE TRIGGER appointment_keeps_its_services AFTER UPDATE OF starts_at ON appointments
WHEN NEW.status NOT IN ('CANCELLED', 'NO_SHOW')
BEGIN
	SELECT RAISE(ABORT, 'visit_changed')
	FROM calendar_entries entry
	LEFT JOIN appointment_services item ON item.appointment_id = entry.appointment_id AND item.position = entry.position
	WHERE entry.appointment_id = NEW.id AND (item.service_id IS NOT entry.service_id
		OR entry.ends_at - entry.starts_at <> 60000 * (item.duration_minutes + iif(item.position = NEW.segment_count - 1,
			(SELECT coalesce(sum(duration_minutes), 0) FROM appointment_add_ons WHERE appointment_id = NEW.id), 0)));
END;
