import type { Invariant } from './invariant.ts'

export const messagingInvariants: readonly Invariant[] = [
	{
		// Drafts, because the demo data's appointments have neither draft nor mail.
		name: `each booking has exactly one 'booked' message, and each such message an appointment`,
		sql: `SELECT draft.appointment_id AS subject FROM drafts draft
				WHERE draft.appointment_id IS NOT NULL AND draft.appointment_id NOT IN (
					SELECT coalesce(payload ->> 'appointmentId', '') FROM outbox WHERE kind = 'booked'
					GROUP BY 1 HAVING count(*) = 1)
			UNION ALL SELECT message.id FROM outbox message WHERE message.kind = 'booked' AND NOT EXISTS
				(SELECT 1 FROM appointments WHERE id = message.payload ->> 'appointmentId'
					AND message.dedupe_key = 'booked:' || id)`,
	},
	{
		// As of the last purge. A flood may leave rows for a day more.
		name: 'I14: no message that was sent, or will never be, is older than its term',
		sql: `SELECT message.id AS subject FROM job_runs run JOIN outbox message
				ON coalesce(message.sent_at, CASE message.next_attempt_at WHEN 253402214400000 THEN message.created_at END)
					<= run.finished_at - 91 * 86400000
			WHERE run.job = 'purge'`,
	},
	{
		name: 'I14: nothing stands at a bell for longer than its term',
		sql: `SELECT told.id AS subject FROM job_runs run JOIN notifications told ON told.told_at <= run.finished_at - 91 * 86400000
			WHERE run.job = 'purge'`,
	},
	{
		// The subject of a guest's choice is an e-mail address, so it is left out.
		name: 'no account that is gone is told anything, or has chosen what it is told',
		sql: `SELECT told.user_id AS subject FROM notifications told WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = told.user_id)
			UNION ALL SELECT seen.user_id FROM notifications_seen seen WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = seen.user_id)
			UNION ALL SELECT choice.subject FROM message_opt_outs choice
				WHERE instr(choice.subject, '@') = 0 AND NOT EXISTS (SELECT 1 FROM users WHERE id = choice.subject)`,
	},
]
