/** Mistakes of booking, of the calendar, of the shop's side and of its clock. */
export const bugsOfBooking = [
	{
		name: 'one-draft-booked-twice',
		mistake:
			'A draft that is confirmed twice at once becomes two appointments, where a second person is free.',
		file: 'migrations/0003_booking.sql',
		find: 'CREATE UNIQUE INDEX checkouts_one_booking',
		replace: 'CREATE INDEX checkouts_one_booking',
		foundAt: { seed: 7, seconds: 81 },
	},
	{
		name: 'overlap-constraint-for-holds-alone',
		mistake:
			'Only a hold is refused where another booking is, so a no-show is undone over the customer who has the time now.',
		file: 'migrations/0004_availability.sql',
		find: 'CREATE TRIGGER calendar_entries_refuse_overlap_on_insert BEFORE INSERT ON calendar_entries',
		replace:
			'CREATE TRIGGER calendar_entries_refuse_overlap_on_insert BEFORE INSERT ON calendar_entries WHEN NEW.hold_id IS NOT NULL',
		foundAt: { seed: 1, seconds: 8 },
	},
	{
		name: 'hold-without-its-time',
		mistake: 'A hold is written although its time was taken since it was read: it keeps nothing.',
		file: 'migrations/0003_booking.sql',
		find: 'WHERE (SELECT count(*) FROM calendar_entries WHERE hold_id = NEW.id) <> NEW.segment_count;',
		replace: 'WHERE (SELECT count(*) FROM calendar_entries WHERE hold_id = NEW.id) > NEW.segment_count;',
		foundAt: { seed: 1, seconds: 2 },
	},
	{
		name: 'block-over-an-appointment-under-way',
		mistake: 'Time can be blocked over an appointment that began before it.',
		file: 'migrations/0004_availability.sql',
		find: 'AND entry.starts_at > NEW.starts_at - 86400000',
		replace: 'AND entry.starts_at >= NEW.starts_at',
		foundAt: { seed: 1, seconds: 5 },
	},
	{
		name: 'one-move-too-many',
		mistake: 'A customer moves an appointment once more than its shop allows: `>` for `>=`.',
		file: 'migrations/0003_booking.sql',
		find: 'WHERE OLD.move_count >= (SELECT min(max_moves, 50) FROM shops WHERE id = OLD.shop_id);',
		replace: 'WHERE OLD.move_count > (SELECT min(max_moves, 50) FROM shops WHERE id = OLD.shop_id);',
		foundAt: { seed: 1, seconds: 3 },
	},
	{
		name: 'begun-time-is-booked',
		mistake: 'A held time is booked, or paid for, after it has begun.',
		file: 'app/flows/booking/booking-problem.server.ts',
		find: "if (seen.startsAt <= now) return 'slot_past'",
		replace: '',
		foundAt: { seed: 1, seconds: 4 },
	},
	{
		name: 'expired-hold-in-the-way',
		mistake: 'A hold that is over keeps its time from others until the purge has deleted it.',
		file: 'app/domain/availability/calendar-entry-repository.server.ts',
		find: `AND (\${other.heldUntilAt} IS NULL OR \${other.heldUntilAt} > \${now})`,
		replace: '',
		foundAt: { seed: 2, seconds: 11 },
	},
	{
		name: 'list-forgets-its-own-buffer',
		mistake:
			'The list shows a time as free whose own buffer meets the next appointment, and the write refuses it.',
		file: 'app/domain/availability/available-starts.ts',
		find: 'row.startsAt - (offsetMinutes + durationMinutes + bufferMinutes) * MINUTE_MS',
		replace: 'row.startsAt - (offsetMinutes + durationMinutes) * MINUTE_MS',
		foundAt: { seed: 6, seconds: 78 },
	},
	{
		name: 'move-keeps-the-end-of-refunds',
		mistake:
			'An appointment that is moved nearer stays refundable until its old instant, so a deposit protects no shop.',
		file: 'app/domain/booking/appointment/cancellation-policy.ts',
		find: 'return Math.min(refundableUntilAt, refundableUntil(newStartAt, freeCancellationMinutes))',
		replace: 'return refundableUntilAt',
		foundAt: { seed: 2, seconds: 14 },
	},
	{
		name: 'hand-over-not-as-read',
		mistake:
			'A hand-over does not look whether the appointment was moved, changed or cancelled since it was read.',
		file: 'app/flows/booking/hand-over-appointment.server.ts',
		find: 'deps.booking.appointments.requireUnchanged(toHandOver),',
		replace: '',
		foundAt: { seed: 1, seconds: 8 },
	},
	{
		name: 'hours-cut-through-an-appointment',
		mistake: 'Shorter hours are accepted while an appointment that begins within them ends after them.',
		file: 'app/domain/availability/conflict-repository.server.ts',
		find: `\${closes} >= \${calendarEntries.endMinute}`,
		replace: `\${closes} > \${calendarEntries.startMinute}`,
		foundAt: { seed: 1, seconds: 2 },
	},
	{
		name: 'changed-day-by-its-noon',
		mistake: 'A day on which the clock changes is counted from the offset of its noon, an hour off.',
		file: 'app/domain/availability/shop-days.server.ts',
		find: 'const offset = change === null ? noon.offset : change.offsetBefore',
		replace: 'const offset = noon.offset',
		foundAt: { seed: 8, seconds: 91 },
	},
	{
		name: 'guest-known-by-phone',
		mistake:
			'A guest without an e-mail is booked on the row of another guest with that phone number, and so with their e-mail.',
		file: 'app/domain/booking/checkout/checkout-rows-repository.server.ts',
		find: `AND \${clients.email} IS NULL AND +\${clients.userId} IS NULL`,
		replace: `AND +\${clients.userId} IS NULL`,
		foundAt: { seed: 1, seconds: 3 },
	},
	{
		name: 'stranger-ends-a-proven-place',
		mistake: 'Any booking of that day with the same typed e-mail ends a proven place in its line.',
		file: 'app/domain/booking/wait/slot-wait-change-repository.server.ts',
		find: `OR (wait.user_id IS NULL AND wait.proven_at IS NULL AND wait.email = \${checkouts.email})`,
		replace: `OR (wait.user_id IS NULL AND wait.email = \${checkouts.email})`,
		foundAt: { seed: 2, seconds: 14 },
	},
]
