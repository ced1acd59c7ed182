import { HOUR_MS } from '#app/kernel/instant.ts'
import { isQuiet, mondayOf } from '../judges/clock-by-hand.ts'
import { linesAfter } from '../judges/seat-lines.ts'
import type { World } from '../world.ts'
import type { Setting } from './story.ts'

/** A clock is off by so much at most, and a request is on its way so long. */
const SLACK_MS = 20_000

type Answer = { ok: true } | { ok: false; refusal: unknown }

const refusedAs = (answers: readonly Answer[], refusal: string) =>
	answers.some((answer) => !answer.ok && answer.refusal === refusal)

const tried = new WeakMap<World, Map<string, number>>()

/** How many moves and changes of each appointment its customers have asked for, and were not refused. */
function movesTriedOf(world: World): Map<string, number> {
	const kept = tried.get(world) ?? new Map<string, number>()
	tried.set(world, kept)
	return kept
}

/**
 * A move or change by a customer, counted by hand. It is refused as one too many only where the shop's number of them
 * was asked for: one without an answer may have been written.
 */
export async function countMove<Answered extends Answer>(
	{ world, me }: Setting,
	appointmentId: string,
	act: () => Promise<Answered>,
): Promise<Answered> {
	const moves = movesTriedOf(world)
	const change = (by: number) => moves.set(appointmentId, (moves.get(appointmentId) ?? 0) + by)
	change(1)
	const answer = await act()
	if (answer.ok || answer.refusal === 'not_saved') return answer
	change(-1)
	if (answer.refusal !== 'too_many_moves') return answer
	const [row] = await world.sql.rows(
		'SELECT max_moves FROM shops JOIN appointments visit ON visit.shop_id = shops.id WHERE visit.id = ?',
		appointmentId,
	)
	const count = moves.get(appointmentId) ?? 0
	me.expect(
		count >= Number(row?.max_moves),
		`${appointmentId} was moved ${count} times of ${row?.max_moves}, and one more was refused`,
	)
	return answer
}

/** By hand: an appointment that is open and ahead may be cancelled by its customer. */
export async function expectCancelled(
	{ world, me }: Setting,
	appointmentId: string,
	answers: readonly Answer[],
): Promise<void> {
	if (!refusedAs(answers, 'appointment_not_ahead') && !refusedAs(answers, 'visit_not_found')) return
	const [row] = await world.sql.rows('SELECT status, starts_at FROM appointments WHERE id = ?', appointmentId)
	const isOpen = row?.status === 'SCHEDULED' || row?.status === 'CONFIRMED'
	me.expect(
		!isOpen || Number(row.starts_at) < me.now() + SLACK_MS,
		`${appointmentId} is open and ahead, and its customer may not cancel it`,
	)
}

/** Whether an act of this id has been done. Its repeats are then answered, and not refused. */
export async function isActDone({ sql }: World, actId: string): Promise<boolean> {
	return (await sql.count('SELECT count(*) FROM shop_acts WHERE id = ?', actId)) > 0
}

/** What of a session changes with each place and each wait: equal before and after, nothing of it happened between. */
const changesOf = `SELECT (SELECT count(*) || ' ' || count(cancelled_at) FROM session_bookings WHERE session_id = session.id) || ' ' ||
		(SELECT count(*) || ' ' || count(ended_at) || ' ' || coalesce(sum(offer_count), 0) FROM session_waits
			WHERE session_id = session.id) AS changes,
		session.capacity - (SELECT count(*) FROM session_bookings WHERE session_id = session.id AND status <> 'cancelled')
			- (SELECT count(*) FROM session_waits WHERE session_id = session.id AND ended_at IS NULL) AS for_all,
		EXISTS (SELECT 1 FROM session_bookings WHERE session_id = session.id AND user_id = ?2 AND status <> 'cancelled') AS has_own
	FROM plan_sessions session WHERE session.id = ?1 AND session.called_off_at IS NULL`

/** Entries that a period has left for a session, by hand; null without such a period or session, or without a limit. */
async function entriesLeft(world: World, subscriptionId: string, sessionId: string) {
	const [period] = await world.sql.rows(
		`SELECT period.entry_kind AS kind, period.total_visits_allowed AS in_all, period.max_entries_per_week AS in_week,
				(SELECT count(*) || ' ' || count(returned_at) FROM subscription_entries WHERE subscription_id = period.id) AS changes,
				session.starts_at, shop.time_zone AS zone
			FROM subscriptions period JOIN plan_sessions session ON session.id = ? JOIN shops shop ON shop.id = session.shop_id
			WHERE period.id = ?`,
		sessionId,
		subscriptionId,
	)
	if (!period || period.kind === 'unlimited') return null
	const used = await world.sql.rows(
		`SELECT coalesce(place.starts_at, entry.taken_at) AS counts_at FROM subscription_entries entry
			LEFT JOIN session_bookings place ON place.id = entry.booking_id
			WHERE entry.subscription_id = ? AND entry.returned_at IS NULL`,
		subscriptionId,
	)
	const zone = String(period.zone)
	const week = mondayOf(zone, Number(period.starts_at))
	const inWeek = used.filter(({ counts_at }) => mondayOf(zone, Number(counts_at)) === week).length
	const left = period.kind === 'total' ? Number(period.in_all) - used.length : Number(period.in_week) - inWeek
	return { left, changes: period.changes }
}

/** Around a press of Book: judges by hand whether a seat or an entry was refused, or another one's seat taken. */
export async function watchSeats(
	{ world, me, shop }: Setting,
	{ sessionId, userId, subscriptionId }: { sessionId: string; userId: string; subscriptionId: string | null },
	press: () => Promise<readonly Answer[]>,
): Promise<void> {
	const readSeats = async () => {
		const [session] = await world.sql.rows(changesOf, sessionId, userId)
		const lines = await linesAfter(world, me.now() + HOUR_MS + SLACK_MS)
		const entries = subscriptionId === null ? null : await entriesLeft(world, subscriptionId, sessionId)
		return { session, line: lines.find(({ id }) => id === sessionId), entries }
	}
	const before = await readSeats()
	const answers = await press()
	const after = await readSeats()
	if (refusedAs(answers, 'session_full') && before.session?.changes === after.session?.changes)
		me.expect(
			!(Number(after.session?.for_all) > 0),
			`session ${sessionId} has ${after.session?.for_all} free seats without a line, and was refused as full`,
		)
	if (refusedAs(answers, 'entries_used_up') || refusedAs(answers, 'entries_used_up_in_week'))
		me.expect(
			before.entries?.changes !== after.entries?.changes || !after.entries || after.entries.left <= 0,
			`${subscriptionId} has ${after.entries?.left} entries left for session ${sessionId}, and was refused`,
		)
	// A repeat is told of the place that it has.
	const isBooked = Number(before.session?.has_own) === 0 && answers.some(({ ok }) => ok)
	const ownTurn = before.line?.next.includes(userId) || before.line?.offered.includes(userId)
	if (!isBooked || ownTurn || isQuiet(shop.zone, me.now()) || isQuiet(shop.zone, me.now() - SLACK_MS)) return
	const passed = before.line?.next.filter((one) => one !== userId && after.line?.next.includes(one)) ?? []
	me.expect(
		passed.length === 0,
		`session ${sessionId} was booked by ${userId} before ${passed[0]} in its line`,
	)
}
