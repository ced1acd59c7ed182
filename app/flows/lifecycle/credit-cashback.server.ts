import type { CashbackAccount } from '#app/domain/loyalty/cashback-account-repository.server.ts'
import { cashbackLines } from '#app/domain/loyalty/cashback-lines.ts'
import type { LedgerKey } from '#app/domain/payments/ledger-repository.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Cashback that a customer has earned at a shop. */
export type CashbackToCredit = {
	occasion: LedgerKey
	/** The customer's at that shop; null before the first cashback there, and then it is made. */
	account: CashbackAccount | null
	userId: string
	shopId: string
	amountKobo: Kobo
	now: Instant
}

/** The statements that credit cashback; none for an amount of 0. An account that was made meanwhile refuses the batch. */
export function creditCashback(
	{ ledger, cashbackAccounts }: Pick<Repositories, 'ledger' | 'cashbackAccounts'>,
	{ occasion, account, userId, shopId, amountKobo, now }: CashbackToCredit,
): Statement[] {
	if (amountKobo === 0) return []
	const cashbackAccountId = account?.id ?? newId()
	return [
		...(account
			? []
			: [cashbackAccounts.insertCashbackAccount({ id: cashbackAccountId, userId, shopId, now })]),
		...ledger.postEntry({
			occasion,
			lines: cashbackLines({ shopId, cashbackAccountId, amountKobo }),
			occurredAt: now,
			now,
		}),
	]
}
