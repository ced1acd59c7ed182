import { HOUR_MS } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'

/** What has to be gone when faults have ended and the jobs have run dry. `?1`: references that were paid; `?2`: now. */
const leftOvers: Readonly<Record<string, string>> = {
	'a paid reference without an outcome': `SELECT payment_reference AS subject FROM payment_attempts
		WHERE payment_reference IN (SELECT value FROM json_each(?1)) AND ?2 > 0
			AND payment_reference NOT IN (SELECT payment_reference FROM transactions WHERE outcome IS NOT NULL)`,
	'a refund without an end': `SELECT payment_reference || ' ' || status AS subject FROM refunds
		WHERE ?1 <> '' AND ?2 > 0 AND status NOT IN ('processed', 'failed', 'needs-attention')`,
	'an event that was not worked': `SELECT event || ' ' || id AS subject FROM webhook_events
		WHERE ?1 <> '' AND ?2 > 0 AND processed_at IS NULL`,
	'a message that was not sent': `SELECT kind || ' ' || id AS subject FROM outbox
		WHERE ?1 <> '' AND sent_at IS NULL AND withheld_at IS NULL AND next_attempt_at <= ?2`,
	'a hold that is over': `SELECT id AS subject FROM holds WHERE ?1 <> '' AND expires_at <= ?2`,
	'a saving that an abandoned checkout keeps': `SELECT id AS subject FROM checkouts
		WHERE ?1 <> '' AND status = 'PENDING' AND created_at <= ?2 - 5 * 86400000 AND (
			id IN (SELECT checkout_id FROM promo_uses) OR id IN (SELECT checkout_id FROM reward_uses)
			OR id IN (SELECT checkout_id FROM cashback_uses))`,
}

export async function judgeLiveness(world: World): Promise<void> {
	const paid = world.paystack.transactions.filter(
		({ status }) => status !== 'abandoned' && status !== 'failed',
	)
	const references = JSON.stringify(paid.map(({ reference }) => reference))
	for (const [what, sql] of Object.entries(leftOvers))
		for (const { subject } of await world.sql.rows(sql, references, world.now() - HOUR_MS))
			world.find(`left over: ${what}: ${subject}`)
}
