-- People added on the owner's page with 'Works whenever the shop is open' got a copy of the hours of that moment. The
-- act that added them tells them apart, as long as no act gave them a schedule since: such a copy becomes seven whole
-- days, which follow the shop (docs/decisions/079).
UPDATE staff_schedules SET is_available = 1, start_minute = 0, end_minute = 1440, break_start_minute = NULL, break_end_minute = NULL
WHERE staff_member_id IN (SELECT made.subject_id FROM shop_acts made WHERE made.kind = 'staff_changed' AND made.summary LIKE 'New person: %'
	AND NOT EXISTS (SELECT 1 FROM shop_acts given WHERE given.subject_id = made.subject_id AND given.kind = 'schedule_changed'
		AND given.summary LIKE '%: schedule'));
--> statement-breakpoint
INSERT INTO staff_schedules (staff_member_id, day_of_week, start_minute, end_minute)
SELECT made.subject_id, day.value, 0, 1440 FROM shop_acts made CROSS JOIN json_each('[1,2,3,4,5,6,7]') day
WHERE made.kind = 'staff_changed' AND made.summary LIKE 'New person: %'
	AND EXISTS (SELECT 1 FROM staff_schedules WHERE staff_member_id = made.subject_id)
	AND NOT EXISTS (SELECT 1 FROM shop_acts given WHERE given.subject_id = made.subject_id AND given.kind = 'schedule_changed'
		AND given.summary LIKE '%: schedule')
ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE opening_looks SET due_at = 0, change_count = change_count + 1
WHERE shop_id IN (SELECT shop_id FROM shop_acts WHERE kind = 'staff_changed' AND summary LIKE 'New person: %');
