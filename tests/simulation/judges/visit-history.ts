import type { Instant } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'

/** What became of a visit when, as its shop's program was told. */
export type VisitHistory = {
	id: string
	reference: string
	zone: string
	email: string | null
	/** The shop booked it: its news waits for the end of the quiet hours. */
	isByShop: boolean
	/** As they were written: from when on the visit had which start. Clocks are off by seconds, and late writes more. */
	starts: { at: Instant; startsAt: Instant }[]
	cancelledAt: Instant | null
	createdAt: Instant
}

/** Every visit of the shops whose first address lives. */
export async function visitHistories({ sql }: World): Promise<Map<string, VisitHistory>> {
	const rows = await sql.rows(
		`SELECT visit.id, visit.reference_number, visit.created_at, visit.cancelled_at, visit.is_walk_in, shop.time_zone, checkout.email,
				told.kind, told.created_at AS told_at, told.payload ->> '$.appointment.starts_at' AS start
			FROM appointments visit JOIN shops shop ON shop.id = visit.shop_id JOIN checkouts checkout ON checkout.id = visit.checkout_id
			JOIN shop_webhooks hook ON hook.shop_id = visit.shop_id AND hook.id = visit.shop_id || '-hook' AND hook.ended_at IS NULL
			JOIN shop_deliveries told ON told.webhook_id = hook.id AND told.appointment_id = visit.id
			ORDER BY visit.id, told.rowid`,
	)
	const histories = new Map<string, VisitHistory>()
	for (const row of rows) {
		const id = String(row.id)
		const known = histories.get(id) ?? {
			id,
			reference: String(row.reference_number),
			zone: String(row.time_zone),
			email: row.email === null ? null : String(row.email),
			isByShop: Number(row.is_walk_in) === 1,
			starts: [],
			cancelledAt: row.cancelled_at === null ? null : Number(row.cancelled_at),
			createdAt: Number(row.created_at),
		}
		if (row.kind === 'booked' || row.kind === 'moved')
			known.starts.push({
				at: Math.max(known.starts.at(-1)?.at ?? 0, Number(row.told_at)),
				startsAt: Date.parse(String(row.start)),
			})
		histories.set(id, known)
	}
	return histories
}

/** The starts that a visit had at some time between two instants. */
export function startsBetween({ starts }: VisitHistory, fromAt: Instant, untilAt: Instant): Instant[] {
	return starts.flatMap(({ at, startsAt }, i) => {
		const overAt = starts[i + 1]?.at ?? Number.POSITIVE_INFINITY
		return at <= untilAt && overAt >= fromAt ? startsAt : []
	})
}
