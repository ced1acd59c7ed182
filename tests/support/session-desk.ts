import { weekStartsAt } from '#app/domain/subscriptions/plan-times.server.ts'
import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { EntryKind } from '#app/kernel/vocabulary/subscriptions.ts'
import { DEFAULT_ZONE, type ZoneName } from '#app/kernel/zone.server.ts'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'
import { addSignedInPerson, type Person } from './accounts.ts'

/*
 * Plans, people who hold them, and sessions, each row chosen by the test. Nothing here imports vitest, because the
 * processes of a race import this file too.
 */

let rowsSoFar = 0
const newName = (kind: string) => `${kind}-${++rowsSoFar}`

export type TestPlan = { entryKind?: EntryKind; entries?: number }

/** A plan that a shop sells; gives its id. Without a kind it is unlimited. */
export async function addPlan(
	database: ScratchDatabase,
	shopId: string,
	{ entryKind = 'unlimited', entries }: TestPlan = {},
): Promise<string> {
	const id = newName('plan')
	await database.change(
		`INSERT INTO subscription_plans (id, shop_id, title, price_kobo, entry_kind, total_visits_allowed, max_entries_per_week, created_at)
			VALUES (?, ?, ?, 1000000, ?, ?, ?, 0)`,
		id,
		shopId,
		`Plan ${id}`,
		entryKind,
		entryKind === 'total' ? String(entries ?? 5) : null,
		entryKind === 'weekly' ? String(entries ?? 2) : null,
	)
	return id
}

type Period = {
	startsAt?: Instant
	endsAt?: Instant
	pausedAt?: Instant
	resumesAt?: Instant
	cancelledAt?: Instant
}

/** The customer of an account at the shop of a plan. */
const clientOfPlan = (planId: string, userId: string) => ({
	sql: `INSERT OR IGNORE INTO clients (id, shop_id, user_id, first_name, last_name, email, created_at)
		SELECT shop_id || ':' || ?, shop_id, ?, 'Ada', 'Obi', lower(?) || '@clients.example', 0 FROM subscription_plans WHERE id = ?`,
	args: [userId, userId, userId, planId],
})

/** What that customer agreed to pay for the plan, at the shop. */
const checkoutOfPlan = (
	planId: string,
	userId: string,
	{ id, status, createdAt }: { id: string; status: 'COMPLETED' | 'PENDING'; createdAt: Instant },
) => ({
	sql: `INSERT INTO checkouts (id, shop_id, client_id, draft_id, subtotal_kobo, discount_kobo, tip_kobo, total_kobo,
			payment_choice, payment_method, status, first_name, last_name, email, created_by_user_id, created_at)
		SELECT ?, shop_id, shop_id || ':' || ?, ?, price_kobo, 0, 0, price_kobo, 'cash', 'CASH', ?, 'Ada', 'Obi',
			lower(?) || '@clients.example', ?, ? FROM subscription_plans WHERE id = ?`,
	args: [`${id}-checkout`, userId, `${id}-draft`, status, userId, userId, String(createdAt), planId],
})

/** A paid period of a plan, as buying it at the shop leaves it; gives its id. */
export async function addSubscription(
	database: ScratchDatabase,
	planId: string,
	userId: string,
	{ startsAt = 0, endsAt = 4_000_000_000_000, pausedAt, resumesAt, cancelledAt }: Period = {},
): Promise<string> {
	const id = newName('subscription')
	const atOrNull = (at: Instant | undefined) => (at === undefined ? null : String(at))
	await database.client.batch(
		[
			clientOfPlan(planId, userId),
			checkoutOfPlan(planId, userId, { id, status: 'COMPLETED', createdAt: 0 }),
			{
				sql: `INSERT INTO plan_orders (checkout_id, plan_id, user_id, reference_number, auto_renews, created_at, expires_at, ended_at)
					VALUES (?, ?, ?, ?, 0, 0, 604800000, 0)`,
				args: [`${id}-checkout`, planId, userId, id],
			},
			{
				sql: `INSERT INTO subscriptions (id, plan_id, shop_id, user_id, checkout_id, entry_kind, total_visits_allowed, max_entries_per_week,
						max_pauses, max_pause_days, price_kobo, starts_at, ends_at, auto_renews, paused_at, resumes_at, pause_count,
						cancelled_at, cancellation_reason, created_at)
					SELECT ?, id, shop_id, ?, ?, entry_kind, total_visits_allowed, max_entries_per_week, max_pauses, max_pause_days,
						price_kobo, ?, ?, 0, ?, ?, ?, ?, ?, 0 FROM subscription_plans WHERE id = ?`,
				args: [
					id,
					userId,
					`${id}-checkout`,
					String(startsAt),
					String(endsAt),
					atOrNull(pausedAt),
					atOrNull(resumesAt),
					pausedAt === undefined ? '0' : '1',
					atOrNull(cancelledAt),
					cancelledAt === undefined ? null : 'too far',
					planId,
				],
			},
		],
		'write',
	)
	return id
}

/** An order that waits to be paid at the shop; gives its number. */
export async function addOrder(
	database: ScratchDatabase,
	planId: string,
	userId: string,
	{ now }: { now: Instant },
): Promise<string> {
	const reference = `ORD-${String(++rowsSoFar).padStart(4, '0')}`
	await database.client.batch(
		[
			clientOfPlan(planId, userId),
			checkoutOfPlan(planId, userId, { id: reference, status: 'PENDING', createdAt: now }),
			{
				sql: `INSERT INTO plan_orders (checkout_id, plan_id, user_id, reference_number, auto_renews, created_at, expires_at)
					VALUES (?, ?, ?, ?, 0, ?, ?)`,
				args: [`${reference}-checkout`, planId, userId, reference, String(now), String(now + 7 * DAY_MS)],
			},
		],
		'write',
	)
	return reference
}

export type Holder = Person & { subscriptionId: string; actorAt: (at: Instant) => Person['actor'] }

/** A customer with an account and a proven e-mail, who holds a plan. */
export async function addHolder(
	database: ScratchDatabase,
	planId: string,
	{ now, ...period }: Period & { now: Instant },
): Promise<Holder> {
	const person = await addSignedInPerson(database, { at: now, isVerified: true })
	const subscriptionId = await addSubscription(database, planId, person.userId, period)
	return { ...person, subscriptionId, actorAt: (at) => ({ ...person.actor, at }) }
}

/** A session of a plan; gives its id. Without more it is in three days, for one person, for an hour. */
export async function addPlanSession(
	database: ScratchDatabase,
	planId: string,
	{
		startsAt,
		capacity = 1,
		minutes = 60,
		zone = DEFAULT_ZONE,
	}: { startsAt: Instant; capacity?: number; minutes?: number; zone?: ZoneName },
): Promise<string> {
	const id = newName('session')
	await database.change(
		`INSERT INTO plan_sessions (id, plan_id, shop_id, starts_at, duration_minutes, week_starts_at, capacity)
			SELECT ?, id, shop_id, ?, ?, ?, ? FROM subscription_plans WHERE id = ?`,
		id,
		String(startsAt),
		String(minutes),
		String(weekStartsAt(zone, startsAt)),
		String(capacity),
		planId,
	)
	return id
}

/** Noon of the third day after `now`'s, on the clock of Lagos: far from quiet hours and from every deadline. */
export function noonInThreeDays(now: Instant): Instant {
	return Math.floor((now + HOUR_MS) / DAY_MS) * DAY_MS + 3 * DAY_MS + 11 * HOUR_MS
}

/** A zone whose clock shows about noon: far from quiet hours, whenever a test that cannot move the clock runs. */
export function zoneAtNoon(now: Instant): ZoneName {
	const ahead = 12 - new Date(now).getUTCHours()
	// The signs of these names are turned round: Etc/GMT-3 is three hours ahead of UTC.
	return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
