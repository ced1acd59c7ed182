import type { Invariant } from './invariant.ts'

/** Two overlapping times of one member of staff; `a` was written with the earlier "now". */
const meetingEntries = `
	FROM calendar_entries a
	JOIN calendar_entries b ON b.staff_member_id = a.staff_member_id
		AND b.starts_at > a.starts_at - 86400000 AND b.starts_at < a.blocked_until_at
		AND a.starts_at < b.blocked_until_at AND b.id <> a.id`

/** No person is in two places at once. */
export const availabilityInvariants: readonly Invariant[] = [
	{
		name: 'I1: nobody is in two places at once by the calendar, buffers included',
		sql: `SELECT a.id || ' / ' || b.id AS subject ${meetingEntries}
			WHERE a.appointment_id IS NOT NULL AND b.appointment_id IS NOT NULL AND a.id < b.id`,
	},
	{
		name: 'I1: nothing was booked or held over a hold that was alive then',
		sql: `SELECT a.id || ' / ' || b.id AS subject ${meetingEntries}
			WHERE a.hold_id IS NOT NULL AND a.held_until_at > b.checked_at
				AND (a.checked_at < b.checked_at OR (a.checked_at = b.checked_at AND a.id < b.id))`,
	},
	{
		name: 'a person is off from the day after their last day, and has left on no other day',
		sql: `SELECT person.id AS subject FROM staff_members person WHERE person.last_day IS NOT NULL AND NOT EXISTS (
				SELECT 1 FROM staff_days_off off WHERE off.staff_member_id = person.id AND off.date = date(person.last_day, '+1 day'))
			UNION SELECT off.staff_member_id FROM staff_days_off off JOIN staff_members person ON person.id = off.staff_member_id
				WHERE off.has_left = 1 AND (person.last_day IS NULL OR off.date <= person.last_day)`,
	},
]
