import { DAY_MS } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'
import { clockAt } from './clock-by-hand.ts'

/** How long after the end of its day a wait may still stand: the cron is missing for hours at times. */
const OVER_FOR_MS = 3 * DAY_MS
/** A clock is off by so much at most. */
const SKEW_MS = 10_000

/** What may never be seen of the lines of full days. `?1`: now. */
const wrong: Readonly<Record<string, string>> = {
	'a held time belongs to two who wait': `SELECT draft_id AS subject FROM slot_waits
		WHERE ended_at IS NULL AND draft_id IS NOT NULL AND ?1 > 0 GROUP BY draft_id HAVING count(*) > 1`,
	'two who wait are offered one start of one person': `SELECT one.id || ' ' || other.id AS subject FROM slot_waits one
		JOIN holds own ON own.draft_id = one.draft_id AND own.expires_at > ?1 JOIN calendar_entries mine ON mine.hold_id = own.id
		JOIN slot_waits other ON other.id > one.id AND other.ended_at IS NULL
		JOIN holds theirs ON theirs.draft_id = other.draft_id AND theirs.expires_at > ?1
		JOIN calendar_entries entry ON entry.hold_id = theirs.id AND entry.staff_member_id = mine.staff_member_id
		WHERE one.ended_at IS NULL AND mine.starts_at < entry.blocked_until_at AND entry.starts_at < mine.blocked_until_at
			AND mine.held_until_at > ?1 + 10000 AND entry.held_until_at > ?1 + 10000`,
	'one address has two places on one day': `SELECT email || ' ' || date AS subject FROM slot_waits WHERE ended_at IS NULL AND ?1 > 0
		GROUP BY email, shop_id, date HAVING count(*) > 1`,
	'one account has two places on one day': `SELECT user_id || ' ' || date AS subject FROM slot_waits
		WHERE ended_at IS NULL AND user_id IS NOT NULL AND ?1 > 0 GROUP BY user_id, shop_id, date HAVING count(*) > 1`,
	'a third time is held for one wait': `SELECT id AS subject FROM slot_waits WHERE draft_id IS NOT NULL AND offer_count > 2 AND ?1 > 0`,
	'a wait was told more than five times': `SELECT id AS subject FROM slot_waits WHERE offer_count > 5 AND ?1 > 0`,
	'a time is held for an address that is not proven': `SELECT wait.id AS subject FROM slot_waits wait
		LEFT JOIN users account ON account.id = wait.user_id
		WHERE wait.draft_id IS NOT NULL AND wait.proven_at IS NULL AND ?1 > 0
			AND (account.id IS NULL OR account.email <> wait.email OR account.email_verified_at IS NULL)`,
	'a proven place ended by what a stranger booked with its address': `SELECT wait.id AS subject FROM slot_waits wait
		WHERE wait.ended_by = 'booked' AND wait.user_id IS NULL AND wait.proven_at < wait.ended_at AND ?1 > 0
			AND NOT EXISTS (SELECT 1 FROM checkouts WHERE draft_id = wait.draft_id AND status = 'COMPLETED')`,
	'who booked the day waits for it': `SELECT wait.id AS subject FROM slot_waits wait
		JOIN checkouts checkout ON checkout.created_by_user_id = wait.user_id
		JOIN appointments visit ON visit.checkout_id = checkout.id AND visit.shop_id = wait.shop_id AND visit.scheduled_date = wait.date
		WHERE wait.ended_at IS NULL AND visit.calendar_sequence = 0 AND visit.created_at > wait.joined_at AND ?1 > 0`,
}

const leftOver = `SELECT id AS subject FROM slot_waits
	WHERE ended_at IS NULL AND unixepoch(date) * 1000 + 86400000 + ?2 < ?1`

/** The lines of full days by hand; who is to be offered what is counted by the story that watches them. */
export async function judgeLines({ sql, now, find }: World, { isOver }: { isOver: boolean }): Promise<void> {
	for (const [what, query] of Object.entries(wrong))
		for (const { subject } of await sql.rows(query, now())) find(`line: ${what}: ${subject}`)
	const over = await sql.rows(
		`SELECT wait.id, wait.date, wait.ended_at, shop.time_zone FROM slot_waits wait JOIN shops shop ON shop.id = wait.shop_id
			WHERE wait.ended_by = 'over'`,
	)
	for (const { id, date, ended_at, time_zone } of over)
		if (clockAt(String(time_zone), Number(ended_at) + SKEW_MS).date <= String(date))
			find(`line: ${id} ended as over at ${ended_at}, and its day ${date} was not`)
	if (!isOver) return
	for (const { subject } of await sql.rows(leftOver, now(), OVER_FOR_MS))
		find(`left over: a wait of a day that is over: ${subject}`)
}
