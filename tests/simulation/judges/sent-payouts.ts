import { MINUTE_MS } from '#app/kernel/instant.ts'
import type { SandboxTransfer } from '#scripts/sandbox/sandbox-transfer.ts'
import type { World } from '../world.ts'

/** So long before Paystack takes a transfer the app has decided to ask for it: a write may come three minutes late. */
const DECIDED_BEFORE_MS = 5 * MINUTE_MS

/**
 * When Paystack takes a transfer, its account is the shop's newest that was not stopped, and no customer has an open
 * complaint about money that it pays: as far as both were told a few minutes before.
 */
export async function judgeSentPayout(
	{ sql, now, find }: World,
	{ reference }: SandboxTransfer,
): Promise<void> {
	const told = BigInt(now() - DECIDED_BEFORE_MS)
	const newer = await sql.rows(
		`SELECT account.account_number FROM payouts JOIN payout_accounts own ON own.id = payouts.account_id
			JOIN payout_accounts account ON account.shop_id = payouts.shop_id AND account.stopped_at IS NULL
				AND account.confirmed_at > own.confirmed_at AND account.confirmed_at < ?2
			WHERE payouts.reference = ?1`,
		reference,
		told,
	)
	if (newer.length > 0) find(`payout ${reference} went to an account that its shop has replaced`)
	const complained = await sql.rows(
		`SELECT item.payment_reference AS payment FROM payout_items item
			JOIN transactions payment ON payment.payment_reference = item.payment_reference
			JOIN visit_problems problem ON problem.appointment_id = payment.appointment_id
				AND problem.kind IN ('money', 'false_no_show') AND problem.resolved_at IS NULL AND problem.reported_at < ?2
			WHERE item.payout_reference = ?1 AND item.earned_kobo + item.tip_kobo > 0
				AND (SELECT sum(earned_kobo + tip_kobo) FROM payout_items live
					WHERE live.payment_reference = payment.payment_reference AND live.voided_at IS NULL) > 0`,
		reference,
		told,
	)
	for (const { payment } of complained)
		find(`payout ${reference} pays ${payment}, and its customer has complained`)
}
