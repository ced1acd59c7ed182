import type { CashbackAccount } from '#app/domain/loyalty/cashback-account-repository.server.ts'
import { cashbackLines } from '#app/domain/loyalty/cashback-lines.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Cashback that a completed visit has earned for a customer, or for the friend who referred them. */
export type CashbackToCredit = {
	kind: 'cashback' | 'referral'
	appointment: { appointmentId: string; shopId: string }
	completion: number
	/** The customer's at that shop; null before the first cashback there, and then it is made. */
	account: CashbackAccount | null
	userId: string
	amountKobo: Kobo
	now: Instant
}

/**
 * The statements that credit cashback, less what of it was written off when the visit was undone: that is still out,
 * and earned again by now (D38). An account that was made meanwhile refuses the batch, and another sum that is owed
 * ('visit_changed').
 */
export function creditCashback(
	{ payments: { ledger }, loyalty: { cashbackAccounts } }: Pick<Repositories, 'payments' | 'loyalty'>,
	{ kind, appointment, completion, account, userId, amountKobo, now }: CashbackToCredit,
): { statements: Statement[]; creditedKobo: Kobo } {
	const { appointmentId, shopId } = appointment
	const owedKobo = account?.owedKobo ?? 0
	const earnedAgainKobo = Math.min(amountKobo, owedKobo)
	const creditedKobo = amountKobo - earnedAgainKobo
	const cashbackAccountId = account?.id ?? newId()
	const settled =
		account && amountKobo > 0
			? cashbackAccounts.settleOfAppointment(
					{ accountId: account.id, appointmentId },
					{ owedKobo, amountKobo: earnedAgainKobo },
				)
			: []
	if (creditedKobo === 0) return { statements: settled, creditedKobo }
	return {
		statements: [
			...settled,
			...(account
				? []
				: [cashbackAccounts.insertCashbackAccount({ id: cashbackAccountId, userId, shopId, now })]),
			...ledger.postEntry({
				key: `${kind}:${appointmentId}:${completion}`,
				lines: cashbackLines({ shopId, cashbackAccountId, amountKobo: creditedKobo }),
				occurredAt: now,
				now,
			}),
		],
		creditedKobo,
	}
}
