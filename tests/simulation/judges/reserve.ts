import { MINUTE_MS } from '#app/kernel/instant.ts'
import type { SandboxTransfer } from '#scripts/sandbox/sandbox-transfer.ts'
import type { World } from '../world.ts'

/** So long before a transfer its balance and the money of customers may have been read. */
const READ_BEFORE_MS = MINUTE_MS
/** What may have left the balance since it was read, without a transfer. */
const leavesByItself: readonly string[] = ['Refund', 'Dispute', 'Settlement']

/**
 * No transfer is started with money that may still be refunded, as known a minute before. Money that Paystack refunded
 * meanwhile, told or not, no longer counts.
 */
export async function judgeReserve(world: World, { reference }: SandboxTransfer): Promise<void> {
	const { sql, paystack, now, find } = world
	const since = now() - READ_BEFORE_MS
	const customersKobo = await sql.count(
		`SELECT coalesce(-sum(line.amount_kobo), 0) FROM ledger_lines line
			JOIN ledger_accounts account ON account.id = line.account_id AND account.kind = 'customer_money'
			JOIN ledger_entries entry ON entry.id = line.entry_id
			WHERE line.amount_kobo > 0 OR entry.recorded_at < ?`,
		BigInt(since),
	)
	const backHereKobo = await sql.count(
		`SELECT coalesce(sum(amount_kobo), 0) FROM refunds WHERE status = 'processed'`,
	)
	const backThereKobo = paystack.refunds
		.filter(({ status }) => status === 'processed')
		.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
	// One that was taken before may need its money now.
	const oldTransfers = new Set<bigint | null>(
		paystack.transfers.filter(({ createdAt }) => createdAt < since).map(({ id }) => id),
	)
	const leftSinceKobo = paystack.balance.entries
		.filter(
			({ model, createdAt, modelRow }) =>
				createdAt >= since &&
				(leavesByItself.includes(model) || (model === 'Transfer' && oldTransfers.has(modelRow))),
		)
		.reduce((sum, { differenceKobo }) => sum - differenceKobo, 0)
	const hadKobo = paystack.balance.kobo + leftSinceKobo
	const theirsKobo = customersKobo - Math.max(0, backThereKobo - backHereKobo)
	if (hadKobo < theirsKobo)
		find(`reserve: transfer ${reference} leaves ${hadKobo} at Paystack, and ${theirsKobo} are of customers`)
}
