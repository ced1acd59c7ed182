import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { type AgreedCall, phoneCallsOf } from '../stories/phone-record.ts'
import type { World } from '../world.ts'

/** A clock is off by so much at most, and of two. */
const SKEW_MS = 10_000
/** What was asked for may be written so much later. */
const LATE_WRITE_MS = 3 * MINUTE_MS
/** The longest wait of a link, and of who is paying by transfer. */
const LONGEST_HOLD_MS = 24 * HOUR_MS
const PAYING_MS = 35 * MINUTE_MS
const FREE_BEFORE_MS = 2 * HOUR_MS

/** Times that wait for a deposit, by hand: as long as was promised and no longer, and told as often as was counted. */
export async function judgeDeposits(world: World, { isOver }: { isOver: boolean }): Promise<void> {
	const calls = phoneCallsOf(world)
	const rows = await world.sql.rows(
		`SELECT link.checkout_id AS id, link.mail_count, link.let_go_at, hold.expires_at, hold.starts_at AS held_start,
				(SELECT min(held_until_at) FROM calendar_entries WHERE hold_id = hold.id) AS kept_until,
				(SELECT max(created_at) FROM payment_attempts WHERE checkout_id = link.checkout_id) AS paying_at,
				(SELECT count(*) FROM appointments WHERE checkout_id = link.checkout_id) AS visits,
				(SELECT count(*) FROM transactions WHERE checkout_id = link.checkout_id) AS payments,
				(SELECT count(*) FROM transactions WHERE checkout_id = link.checkout_id AND outcome = 'booked') AS booked,
				(SELECT count(*) FROM outbox WHERE kind = 'deposit_asked' AND payload ->> 'checkoutId' = link.checkout_id) AS mails
			FROM deposit_links link LEFT JOIN holds hold ON hold.checkout_id = link.checkout_id`,
	)
	for (const row of rows) {
		const find = (what: string) => world.find(`deposit ${row.id} ${what}`)
		const call = calls.get(String(row.id))
		if (!call) {
			find('was never asked for')
			continue
		}
		if (row.expires_at !== null) judgeHeld(row, call, find)
		if (isPromised(row, call, world.now()) && Number(row.kept_until) < Number(call.promisedUntil))
			find(`was to be held until ${call.promisedUntil}, and is not`)
		if (row.let_go_at !== null && row.expires_at !== null) find('was let go, and its time is held')
		if (Number(row.visits) > 1 || Number(row.booked) > Number(row.visits))
			find(`has ${row.visits} appointments and ${row.booked} payments for them`)
		// A refunded one has a payment all the same.
		if (Number(row.visits) === 1 && Number(row.payments) === 0)
			find('became an appointment without its payment')
		if (Number(row.mail_count) > 3 || Number(row.mails) > Number(row.mail_count))
			find(`was mailed ${row.mails} times, and counted ${row.mail_count}`)
		if (isOver && row.expires_at !== null && Number(row.expires_at) < world.now() - HOUR_MS)
			find('is held for ever')
	}
}

/** No longer than its shop may say, or than who has just opened the payment page needs; never near its start. */
function judgeHeld(
	row: Record<string, unknown>,
	{ askedAt, startsAt }: AgreedCall,
	find: (what: string) => void,
) {
	const expiresAt = Number(row.expires_at)
	const payingUntil = row.paying_at === null ? 0 : Number(row.paying_at) + PAYING_MS
	const askedUntil = askedAt + LONGEST_HOLD_MS + LATE_WRITE_MS
	if (Number(row.held_start) !== startsAt) find(`holds ${row.held_start}, and ${startsAt} was asked for`)
	if (expiresAt > Math.max(askedUntil, payingUntil)) find(`is held until ${expiresAt}: too long`)
	if (expiresAt > startsAt - FREE_BEFORE_MS) find(`is held until ${expiresAt}, too near its start`)
}

/** What was promised, is not over, and has become nothing else. */
function isPromised(row: Record<string, unknown>, { promisedUntil }: AgreedCall, now: Instant): boolean {
	const isOther = row.let_go_at !== null || Number(row.visits) > 0 || Number(row.payments) > 0
	return promisedUntil !== null && now < promisedUntil - SKEW_MS && !isOther
}
