import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'
import { isQuiet, mondayOf } from './clock-by-hand.ts'

/** The most runs of the job that may fail, or run out of time. */
const RUNS = 3
/** A run takes no longer, so that what it saw was there when it began. */
const RUN_MS = 10 * MINUTE_MS

/** Since when seats of a session are owed to its line, and which runs of the job have ended since. */
type Owed = { since: Instant; runs: Set<number> }
const owedIn = new WeakMap<World, Map<string, Owed>>()

/** Lines by hand: a free seat of a session goes to the first in line who can take it, within some runs of the job. */
export async function judgeSeatLines(world: World): Promise<void> {
	const owed = owedIn.get(world) ?? new Map<string, Owed>()
	owedIn.set(world, owed)
	const [job] = await world.sql.rows("SELECT finished_at FROM job_runs WHERE job = 'waitlists'")
	const finishedAt = Number(job?.finished_at ?? 0)
	const due = await sessionsWithSeatsForLine(world)
	for (const id of [...owed.keys()]) if (!due.some((session) => session.id === id)) owed.delete(id)
	for (const { id, zone } of due) {
		const kept = owed.get(id) ?? { since: world.now(), runs: new Set() }
		owed.set(id, kept)
		const isSeen = finishedAt - RUN_MS > kept.since
		if (isSeen && !isQuiet(zone, finishedAt) && !isQuiet(zone, finishedAt - RUN_MS)) kept.runs.add(finishedAt)
		if (kept.runs.size < RUNS) continue
		world.find(
			`session ${id} has a free seat and a line since ${new Date(kept.since).toISOString()}, and offers none`,
		)
	}
}

/** Sessions with a free seat, and more than an hour ahead, in whose line a customer could take it. */
async function sessionsWithSeatsForLine(world: World): Promise<LineOfSession[]> {
	const lines = await linesAfter(world, world.now() + HOUR_MS + RUN_MS)
	return lines.filter(({ free, next }) => free > 0 && next.length > 0)
}

/** The line of a session: its free seats, who could have one next, and for whom one is held. */
export type LineOfSession = {
	id: string
	zone: string
	startsAt: Instant
	free: number
	next: string[]
	offered: string[]
}

/** The lines of all sessions that begin after that instant. */
export async function linesAfter(world: World, startsAfter: Instant): Promise<LineOfSession[]> {
	const now = world.now()
	const waits = await world.sql.rows(
		`SELECT session.id, session.starts_at, session.capacity, shop.time_zone AS zone, wait.user_id, wait.offer_count, wait.offer_expires_at,
				period.id AS period, period.starts_at AS runs_from, period.ends_at AS runs_until, period.paused_at, period.resumes_at,
				period.entry_kind AS kind, period.total_visits_allowed AS in_all, period.max_entries_per_week AS in_week,
				(SELECT count(*) FROM session_bookings WHERE session_id = session.id AND status <> 'cancelled') AS places
			FROM session_waits wait JOIN plan_sessions session ON session.id = wait.session_id
			JOIN shops shop ON shop.id = session.shop_id JOIN subscriptions period ON period.id = wait.subscription_id
			WHERE wait.ended_at IS NULL AND session.called_off_at IS NULL AND session.starts_at > ? AND period.cancelled_at IS NULL`,
		startsAfter,
	)
	if (waits.length === 0) return []
	const entries = await world.sql.rows(
		`SELECT entry.subscription_id AS period, coalesce(place.starts_at, entry.taken_at) AS counts_at
			FROM subscription_entries entry LEFT JOIN session_bookings place ON place.id = entry.booking_id
			WHERE entry.returned_at IS NULL`,
	)
	const isHeld = (wait: (typeof waits)[number]) => Number(wait.offer_expires_at) > now
	const canTake = (wait: (typeof waits)[number]) => {
		const [at, zone] = [Number(wait.starts_at), String(wait.zone)]
		const isPausedAt = (when: Instant) =>
			wait.paused_at !== null && Number(wait.paused_at) <= when && when < Number(wait.resumes_at)
		if (Number(wait.runs_from) > at || at >= Number(wait.runs_until) || isPausedAt(at) || isPausedAt(now))
			return false
		const own = entries.filter(({ period }) => period === wait.period).map((entry) => Number(entry.counts_at))
		const inWeek = own.filter((when) => mondayOf(zone, when) === mondayOf(zone, at)).length
		if (wait.kind === 'total') return own.length < Number(wait.in_all)
		return wait.kind === 'unlimited' || inWeek < Number(wait.in_week)
	}
	const users = (some: typeof waits) => some.map((wait) => String(wait.user_id))
	return [...new Set(waits.map(({ id }) => String(id)))].map((id) => {
		const line = waits.filter((wait) => wait.id === id)
		const held = line.filter(isHeld)
		const next = line.filter((wait) => !isHeld(wait) && Number(wait.offer_count) < 2 && canTake(wait))
		return {
			id,
			zone: String(line[0]?.zone),
			startsAt: Number(line[0]?.starts_at),
			free: Number(line[0]?.capacity) - Number(line[0]?.places) - held.length,
			next: users(next),
			offered: users(held),
		}
	})
}
