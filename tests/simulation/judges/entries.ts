import { DAY_MS } from '#app/kernel/instant.ts'
import { planRecordOf } from '../stories/plan-record.ts'
import type { World } from '../world.ts'
import { mondayOf } from './clock-by-hand.ts'

/** Entries by hand: what each period has given, beside what it allows and what desks and members were told. */
export async function judgeEntries(world: World): Promise<void> {
	const rows = await world.sql.rows(
		`SELECT entry.id, entry.subscription_id AS period, entry.booking_id AS place, entry.taken_at, entry.returned_at,
				place.starts_at, session.called_off_at, plan.entry_kind AS kind, plan.total_visits_allowed AS in_all,
				plan.max_entries_per_week AS in_week, shop.time_zone AS zone
			FROM subscription_entries entry JOIN subscriptions period ON period.id = entry.subscription_id
			JOIN subscription_plans plan ON plan.id = period.plan_id JOIN shops shop ON shop.id = plan.shop_id
			LEFT JOIN session_bookings place ON place.id = entry.booking_id
			LEFT JOIN plan_sessions session ON session.id = place.session_id`,
	)
	const used = new Map<string, number>()
	const visits = new Map<string, number>()
	for (const row of rows) {
		if (row.place === null) visits.set(String(row.period), (visits.get(String(row.period)) ?? 0) + 1)
		if (row.returned_at !== null || row.kind === 'unlimited') continue
		const week =
			row.kind === 'weekly' ? ` ${mondayOf(String(row.zone), Number(row.starts_at ?? row.taken_at))}` : ''
		const count = (used.get(`${row.period}${week}`) ?? 0) + 1
		used.set(`${row.period}${week}`, count)
		const allowed = Number(row.kind === 'weekly' ? row.in_week : row.in_all)
		if (count > allowed)
			world.find(`period ${row.period}${week} gave ${count} entries, and allows ${allowed}`)
	}
	await judgeCalledOff(world)
	judgeVisits(world, visits)
	const entryOf = new Map(rows.map((row) => [String(row.place), row]))
	for (const { bookingId, at, told } of planRecordOf(world).placesGivenUp) {
		const entry = entryOf.get(bookingId)
		const isInTime = entry !== undefined && at <= Number(entry.starts_at) - DAY_MS
		if ((told === 'returned') !== isInTime)
			world.find(`place ${bookingId} was given up at ${at}, and told ${told}`)
		const isBack = entry !== undefined && entry.returned_at !== null
		if (isBack !== isInTime && !(isBack && entry.called_off_at !== null))
			world.find(
				`place ${bookingId} was given up ${isInTime ? 'in time' : 'late'}, and its entry is ${isBack ? '' : 'not '}back`,
			)
	}
}

/** Each code lets in once; each visit that was let in took one entry, and no entry was taken without one. */
function judgeVisits(world: World, visits: ReadonlyMap<string, number>): void {
	const { showings } = planRecordOf(world)
	const letInBy = new Map<string, string>()
	const sure = new Map<string, Set<string>>()
	const perhaps = new Map<string, Set<string>>()
	const add = (to: typeof sure, period: string, code: string) =>
		to.set(period, (to.get(period) ?? new Set()).add(code))
	for (const { codeId, subscriptionId, key, told } of showings) {
		if (told !== 'session') add(perhaps, subscriptionId, codeId)
		if (told === 'visit') add(sure, subscriptionId, codeId)
		if (told !== 'visit' && told !== 'session') continue
		const before = letInBy.get(codeId)
		if (before !== undefined && before !== key)
			world.find(`code ${codeId} let in twice: by ${before} and ${key}`)
		letInBy.set(codeId, key)
	}
	for (const [period, codes] of sure)
		if ((visits.get(period) ?? 0) < codes.size)
			world.find(
				`period ${period} let in ${codes.size} visits, and took ${visits.get(period) ?? 0} entries for them`,
			)
	for (const [period, count] of visits)
		if (count > (perhaps.get(period)?.size ?? 0))
			world.find(`period ${period} took ${count} entries for visits that were not`)
}

/** D47: who has not been at a session that was called off has the entry back, also one that was forfeited before. */
async function judgeCalledOff({ sql, find }: World): Promise<void> {
	const rows = await sql.rows(
		`SELECT place.id FROM session_bookings place JOIN plan_sessions session ON session.id = place.session_id
			JOIN subscription_entries entry ON entry.booking_id = place.id
			WHERE session.called_off_at IS NOT NULL AND place.status <> 'completed' AND entry.returned_at IS NULL`,
	)
	for (const { id } of rows)
		find(`place ${id} is in a session that was called off, and its entry is not back`)
}
