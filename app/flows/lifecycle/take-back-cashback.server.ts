import type { CashbackAccount } from '#app/domain/loyalty/cashback-account-repository.server.ts'
import { cashbackLines } from '#app/domain/loyalty/cashback-lines.ts'
import type { LedgerKey } from '#app/domain/payments/ledger-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { WriteOffReason } from '#app/kernel/vocabulary/loyalty.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Cashback that a visit gave and that is no longer earned. */
export type CashbackToTakeBack = {
	occasion: LedgerKey
	/** Null before the first cashback there: then nothing was given. */
	account: CashbackAccount | null
	shopId: string
	appointmentId: string
	amountKobo: Kobo
	reason: WriteOffReason
	now: Instant
}

/**
 * The statements that take cashback back as far as it is left. The rest is the expense of the shop, and is listed (D38). The
 * batch is refused ('visit_changed', 'ledger_account_overdrawn') where less is left by then.
 */
export function takeBackCashback(
	{ ledger, cashbackAccounts }: Pick<Repositories, 'ledger' | 'cashbackAccounts'>,
	{ occasion, account, shopId, appointmentId, amountKobo, reason, now }: CashbackToTakeBack,
): { statements: Statement[]; takenKobo: Kobo; lostKobo: Kobo } {
	if (account === null || amountKobo === 0) return { statements: [], takenKobo: 0, lostKobo: 0 }
	const takenKobo = Math.min(amountKobo, Math.max(account.leftKobo, 0))
	const lostKobo = amountKobo - takenKobo
	return {
		statements: [
			...(takenKobo > 0
				? [
						...ledger.postEntry({
							occasion,
							lines: cashbackLines({ shopId, cashbackAccountId: account.id, amountKobo: -takenKobo }),
							occurredAt: now,
							now,
						}),
						cashbackAccounts.requireKept(account.id),
					]
				: []),
			...(lostKobo > 0
				? [
						cashbackAccounts.insertWriteOff({
							accountId: account.id,
							appointmentId,
							amountKobo: lostKobo,
							reason,
							now,
						}),
					]
				: []),
		],
		takenKobo,
		lostKobo,
	}
}
