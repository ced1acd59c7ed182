import type { Repayment } from '#app/domain/loyalty/cashback-account-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/**
 * Cashback that comes back to an account pays what the account owes the shop first (D38). Belongs in the batch that
 * gives it back, after its return in the ledger and before the uses go, which say how much it is.
 */
export function repayWriteOffs(
	{ payments: { ledger } }: Pick<Repositories, 'payments'>,
	{ entries, settled }: Repayment,
	now: Instant,
): Statement[] {
	return [...ledger.postEntries(entries, now), settled]
}
