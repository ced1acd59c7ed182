import type { CashbackAccount, Repayment } from '#app/domain/loyalty/cashback-account-repository.server.ts'
import { cashbackLines } from '#app/domain/loyalty/cashback-lines.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { WriteOffReason } from '#app/kernel/vocabulary/loyalty.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Cashback of a completed visit, for its customer or the referrer. */
type CashbackToCredit = {
	kind: 'cashback' | 'referral'
	appointment: { appointmentId: string; shopId: string }
	completion: number
	/** Null before the first cashback there: the account is then made. */
	account: CashbackAccount | null
	userId: string
	amountKobo: Kobo
	now: Instant
}

/**
 * The statements that credit cashback. They first settle the visit's own write-off, which it earns again (D38). A new
 * account or another debt meanwhile refuses the batch ('visit_changed').
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
				now,
			}),
		],
		creditedKobo,
	}
}

type CashbackToReverse = {
	kind: 'cashback-undone' | 'cashback-refunded' | 'referral-undone'
	/** Its last completion credited the cashback. */
	appointment: { appointmentId: string; shopId: string; completions: number }
	/** Null before the first cashback there: nothing was given. */
	account: CashbackAccount | null
	amountKobo: Kobo
	reason: WriteOffReason
	/** Of a payment refunded in parts; 0 for all that is left of it. */
	part?: number
	now: Instant
}

/**
 * The statements that reverse cashback as far as it is left; the account owes the rest (D38). Refused ('visit_changed',
 * 'ledger_account_overdrawn') where less is left by then.
 */
export function reverseCashback(
	{ payments: { ledger }, loyalty: { cashbackAccounts } }: Pick<Repositories, 'payments' | 'loyalty'>,
	{ kind, appointment, account, amountKobo, reason, part = 0, now }: CashbackToReverse,
): { statements: Statement[]; takenKobo: Kobo; lostKobo: Kobo } {
	if (account === null || amountKobo === 0) return { statements: [], takenKobo: 0, lostKobo: 0 }
	const { appointmentId, shopId, completions: completion } = appointment
	const takenKobo = Math.min(amountKobo, Math.max(account.leftKobo, 0))
	const lostKobo = amountKobo - takenKobo
	return {
		statements: [
			...(lostKobo > 0 ? [cashbackAccounts.requireNoMoreLeft(account)] : []),
			...(takenKobo > 0
				? [
						...ledger.postEntry({
							key:
								part === 0
									? `${kind}:${appointmentId}:${completion}`
									: `${kind}:${appointmentId}:${completion}.${part}`,
							lines: cashbackLines({ shopId, cashbackAccountId: account.id, amountKobo: -takenKobo }),
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
							completion,
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

/**
 * Returned cashback first pays what the account owes the shop (D38). The statements stand after the cashback's return
 * in the ledger, and before the release of its uses, which hold the sum.
 */
export function repayWriteOffs(
	{ payments: { ledger } }: Pick<Repositories, 'payments'>,
	{ entries, settled }: Repayment,
	now: Instant,
): Statement[] {
	return [...ledger.postEntries(entries, now), settled]
}
