import { sql } from 'drizzle-orm'
import { isViolation } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { payoutItems, payouts } from '#db/schema/payouts.ts'
import { insertFrom, insertRow } from '#db/statement.server.ts'
import { haveChanged } from './open-payment-repository.server.ts'
import type { Payout } from './payout.ts'
import { isAccountPayable } from './payout-account-repository.server.ts'
import type { PayoutRow } from './payout-plan.ts'
import { customersKobo, otherPendingKobo } from './payout-repository.server.ts'

/** A row with its payment's state as read. */
export type RowToPay = PayoutRow & { nth: number; asRead: string }

export type NewPayout = Omit<
	Payout,
	'status' | 'chargedFeeKobo' | 'outsideReference' | 'changedAt' | 'account'
> & {
	accountId: string
	rows: readonly RowToPay[]
	/** Null where no program sends it. */
	nextAttemptAt: Instant | null
}

export function createNewPayoutRepository() {
	return {
		/**
		 * Writes a payout with its rows.
		 *
		 * Refuses the batch:
		 * - 'payout_out_of_date': a payment, its appointment or a report changed, or another payout has a row.
		 * - 'payout_held': the account may not be used, or the shop's contact changed (D58).
		 */
		writePayout(payout: NewPayout): Statement[] {
			const { reference, shopId, accountId, rows: paid, createdAt, ...amounts } = payout
			const listed = JSON.stringify(paid.map(({ share, ...row }) => ({ ...row, ...share })))
			const of = (name: string) => sql`row.value ->> ${name}`
			return [
				refuseWhen('payout_out_of_date', haveChanged(paid, { shopId, isOpen: true })),
				refuseWhen(
					'payout_held',
					sql`NOT ${isAccountPayable(sql`${accountId}`, { shopId: sql`${shopId}`, at: sql`${createdAt}` })}`,
				),
				insertRow(payouts, { ...amounts, reference, shopId, accountId, createdAt, changedAt: createdAt }),
				insertFrom(
					payoutItems,
					{
						payoutReference: reference,
						paymentReference: of('paymentReference'),
						nth: of('nth'),
						reason: sql`row.value ->> 'reason'`,
						dueAt: of('dueAt'),
						earnedKobo: of('earnedKobo'),
						tipKobo: of('tipKobo'),
						commissionKobo: of('commissionKobo'),
						paymentFeeKobo: of('paymentFeeKobo'),
					},
					sql`FROM json_each(${listed}) row WHERE true`,
				),
			]
		},

		/**
		 * Refuses its batch ('payout_above_balance') where the payout would take what may still be refunded to customers.
		 */
		requireBalance: (
			balanceKobo: Kobo,
			{ reference, amountKobo }: Pick<Payout, 'reference' | 'amountKobo'>,
		): Statement<number> =>
			refuseWhen(
				'payout_above_balance',
				sql`${balanceKobo} < ${amountKobo} + ${customersKobo} + ${otherPendingKobo(reference, sql`true`)}`,
			),
	}
}

/** Nothing of the batch was applied: the payout is planned again. */
export function isPayoutOutOfDate(error: unknown): boolean {
	return (
		isViolation(error, 'payout_out_of_date') || isViolation(error, 'unique:payout_items.payment_reference')
	)
}
