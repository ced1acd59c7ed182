import type { Invariant } from './invariant.ts'

/** Two stretches of time of one member of staff that meet; `a` is the one that was written with the earlier "now". */
const meetingEntries = `
	FROM calendar_entries a
	JOIN calendar_entries b ON b.staff_member_id = a.staff_member_id
		AND b.starts_at > a.starts_at - 86400000 AND b.starts_at < a.blocked_until_at
		AND a.starts_at < b.blocked_until_at AND b.id <> a.id`

/** The calendar: no person is in two places at once. */
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
]
