import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { EntryKind } from '#app/kernel/vocabulary/subscriptions.ts'
import type { SimulatedPerson } from '../town.ts'
import type { Setting } from './story.ts'

/** People who buy the plans of a shop: few, so that they meet in its sessions. */
const REGULARS = 8

/** A period of a plan, as its holder sees it under My Subscriptions. */
export type Held = {
	id: string
	planId: string
	person: SimulatedPerson
	kind: EntryKind
	startsAt: Instant
	endsAt: Instant
	createdAt: Instant
}

/** The session of a person's browser, at the time of a request. */
export const actorOf = ({ sessionHash }: SimulatedPerson, at: Instant): Actor => ({ sessionHash, at })

/** The people who buy plans at this shop. */
export function regularsOf({ town, shop }: Setting): SimulatedPerson[] {
	const first = town.shops.indexOf(shop) * (REGULARS / 2)
	const count = Math.min(REGULARS, town.people.length)
	return Array.from({ length: count }, (_, i) => town.people[(first + i) % town.people.length]).filter(
		(person) => person !== undefined,
	)
}

/** Periods of a shop's plans that are not cancelled, the ended ones of a day ago too: a page may be left open. */
export async function heldAt(
	{ world, town, shop }: Setting,
	{ planId = null as string | null, person = null as SimulatedPerson | null, endedSince = 86_400_000 } = {},
): Promise<Held[]> {
	const rows = await world.sql.rows(
		`SELECT id, plan_id, user_id, entry_kind, starts_at, ends_at, created_at FROM subscriptions
			WHERE shop_id = ?1 AND cancelled_at IS NULL AND ends_at > ?2 AND (?3 IS NULL OR plan_id = ?3)
				AND (?4 IS NULL OR user_id = ?4) ORDER BY ends_at, id`,
		shop.id,
		world.now() - endedSince,
		planId,
		person?.userId ?? null,
	)
	return rows.flatMap((row) => {
		const holder = town.people.find(({ userId }) => userId === row.user_id)
		if (!holder) return []
		return {
			id: String(row.id),
			planId: String(row.plan_id),
			person: holder,
			kind: row.entry_kind as EntryKind,
			startsAt: Number(row.starts_at),
			endsAt: Number(row.ends_at),
			createdAt: Number(row.created_at),
		}
	})
}

export type SessionAhead = { id: string; startsAt: Instant }

/** The sessions that the list of a plan shows. */
export async function sessionsAhead({ world }: Setting, planId: string): Promise<SessionAhead[]> {
	const rows = await world.sql.rows(
		'SELECT id, starts_at FROM plan_sessions WHERE plan_id = ? AND called_off_at IS NULL AND starts_at > ? ORDER BY starts_at, id',
		planId,
		world.now(),
	)
	return rows.map((row) => ({ id: String(row.id), startsAt: Number(row.starts_at) }))
}

/** One history in four is followed for weeks: orders are paid late there, and money is asked back on the last day. */
export function isLong({ world }: Setting): boolean {
	return world.random('how long plans are followed').chance(0.25)
}
