import { MINUTE_MS } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'
import type { Mailed } from './mailed-rows.ts'

/** A mail may have been made so long before it arrived, and the choice written so long after it was made. */
const ON_ITS_WAY_MS = 5 * MINUTE_MS

/** What may be switched off, by the kinds of its messages. */
const topicOf: Readonly<Record<string, string>> = {
	visit_reminder: 'reminders',
	session_reminder: 'reminders',
	how_was_it: 'reviews',
	slot_offered: 'waitlist',
	seat_offered: 'waitlist',
	line_closed: 'waitlist',
	plan_ending: 'plans',
	reward_earned: 'rewards',
}

/** Nothing goes out that its reader has switched off, or that has become of no use. */
export async function judgeUnwanted({ sql, find }: World, mailed: readonly Mailed[]): Promise<void> {
	const off = new Map(
		(await sql.rows('SELECT subject, topic, opted_out_at FROM message_opt_outs')).map((row) => [
			`${row.subject} ${row.topic}`,
			Number(row.opted_out_at),
		]),
	)
	const reviewed = new Map(
		(await sql.rows('SELECT appointment_id, created_at FROM reviews')).map((row) => [
			String(row.appointment_id),
			Number(row.created_at),
		]),
	)
	for (const { at, kind, chooser, messageId, payload } of mailed) {
		const isSince = (then: number | undefined) => then !== undefined && then + ON_ITS_WAY_MS < at
		if (isSince(off.get(`${chooser} ${topicOf[kind]}`)))
			find(`mail: ${kind} ${messageId} went to ${chooser}, who had switched that off`)
		if (kind === 'how_was_it' && isSince(reviewed.get(String(payload.appointmentId))))
			find(`mail: ${payload.appointmentId} was asked about after its review (${messageId})`)
	}
}
