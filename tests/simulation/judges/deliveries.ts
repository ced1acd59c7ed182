import type { World } from '../world.ts'

/** What came first is not known within so long: clocks are off. */
const AT_ONCE_MS = 60_000

/** What the shops' programs are told, by hand. Of an address that lives from before a visit on, all of it is told. */
const wrong: Readonly<Record<string, string>> = {
	'one event was queued twice for an address': `SELECT webhook_id || ' ' || dedupe_key AS subject FROM shop_deliveries
		GROUP BY webhook_id, dedupe_key HAVING count(*) > 1`,
	'a visit was told as booked twice': `SELECT webhook_id || ' ' || appointment_id AS subject FROM shop_deliveries
		WHERE kind IN ('booked', 'cancelled') GROUP BY webhook_id, appointment_id, kind HAVING count(*) > 1`,
	'a booking was not told': `SELECT visit.id AS subject FROM appointments visit JOIN shop_webhooks hook ON hook.shop_id = visit.shop_id
		WHERE hook.ended_at IS NULL AND hook.created_at = 0
			AND (hook.id, visit.id) NOT IN (SELECT webhook_id, appointment_id FROM shop_deliveries
				WHERE kind = 'booked' AND appointment_id IS NOT NULL)`,
	'a cancellation was not told, or of a visit that stands': `SELECT visit.id AS subject FROM appointments visit
		JOIN shop_webhooks hook ON hook.shop_id = visit.shop_id WHERE hook.ended_at IS NULL AND hook.created_at = 0
			AND (visit.status = 'CANCELLED') <> ((hook.id, visit.id) IN (SELECT webhook_id, appointment_id FROM shop_deliveries
				WHERE kind = 'cancelled' AND appointment_id IS NOT NULL))`,
	'a payment that became a visit was not told': `SELECT payment.payment_reference AS subject FROM transactions payment
		JOIN appointments visit ON visit.id = payment.appointment_id JOIN shop_webhooks hook ON hook.shop_id = visit.shop_id
		WHERE payment.outcome = 'booked' AND hook.ended_at IS NULL AND hook.created_at = 0
			AND NOT EXISTS (SELECT 1 FROM shop_deliveries WHERE webhook_id = hook.id AND appointment_id = visit.id AND kind = 'paid')`,
	'the start of a visit was not told': `SELECT visit.id AS subject FROM appointments visit
		JOIN shop_webhooks hook ON hook.shop_id = visit.shop_id WHERE hook.ended_at IS NULL AND hook.created_at = 0
			AND (hook.id, visit.id, strftime('%Y-%m-%dT%H:%M:%fZ', visit.starts_at / 1000.0, 'unixepoch')) NOT IN (
				SELECT webhook_id, appointment_id, coalesce(payload ->> '$.appointment.starts_at', '') FROM shop_deliveries
				WHERE kind IN ('booked', 'moved') AND appointment_id IS NOT NULL)`,
	'an arrived refund of a visit was not told': `SELECT refund.payment_reference AS subject FROM refunds refund
		JOIN payment_attempts attempt ON attempt.payment_reference = refund.payment_reference
		JOIN appointments visit ON visit.checkout_id = attempt.checkout_id JOIN shop_webhooks hook ON hook.shop_id = visit.shop_id
		WHERE refund.status = 'processed' AND hook.ended_at IS NULL AND hook.created_at = 0
			AND visit.created_at < refund.changed_at - ${AT_ONCE_MS}
			AND NOT EXISTS (SELECT 1 FROM shop_deliveries WHERE webhook_id = hook.id AND appointment_id = visit.id AND kind = 'refunded')`,
}

/** Each delivery of an address that lives is taken, and what counts as taken was. */
export async function judgeDeliveries(
	{ sql, deliveries, find }: World,
	{ isOver }: { isOver: boolean },
): Promise<void> {
	for (const [what, query] of Object.entries(wrong))
		for (const { subject } of await sql.rows(query)) find(`delivery: ${what}: ${subject}`)
	const taken = new Set(deliveries)
	const rows = await sql.rows(
		`SELECT delivery.id, delivery.kind, delivery.delivered_at, delivery.dropped_at, hook.ended_at, hook.url FROM shop_deliveries delivery
			JOIN shop_webhooks hook ON hook.id = delivery.webhook_id`,
	)
	for (const row of rows) {
		const id = String(row.id)
		if (row.delivered_at !== null && !taken.has(id))
			find(`delivery: ${id} counts as taken, and no program took it`)
		if (!isOver || row.dropped_at !== null) continue
		if (row.ended_at !== null && row.delivered_at === null)
			find(`delivery: ${id} waits for an address that was ended`)
		if (row.ended_at === null && !taken.has(id))
			find(`delivery: ${id} (${row.kind}) never came to ${row.url}`)
	}
}
