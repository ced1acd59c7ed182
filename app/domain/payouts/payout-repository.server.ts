import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import {
	BY_TRANSFER,
	type PayoutStatus,
	pendingPayoutStatuses,
	voidPayoutStatuses,
} from '#app/kernel/vocabulary/payouts.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { flag, pickColumns, rows } from '#db/row.server.ts'
import { ledgerAccounts } from '#db/schema/payments.ts'
import { payoutAccounts, payoutItems, payouts } from '#db/schema/payouts.ts'
import { first, placeholder, preparedSelect, updateWhere } from '#db/statement.server.ts'
import { haveChanged, type PaymentAsRead } from './open-payment-repository.server.ts'
import type { Payout } from './payout.ts'
import { isAccountPayable } from './payout-account-repository.server.ts'

export type StoredPayout = Payout & {
	isAsked: boolean
	attemptCount: number
	nextAttemptAt: Instant | null
	/** Since it was written its account was stopped or replaced, or the shop's contact changed (D58). */
	isAccountHeld: boolean
}

const isAccountHeld = sql<boolean>`NOT ${isAccountPayable(sql`${payouts.accountId}`, {
	shopId: sql`${payouts.shopId}`,
	at: sql`${payouts.createdAt}`,
})}`

const payoutRow = rows({
	...pickColumns(payouts, 'reference', 'shopId', 'way', 'provider', 'mode', 'status', 'grossKobo'),
	...pickColumns(payouts, 'commissionKobo', 'paymentFeeKobo', 'transferFeeKobo', 'amountKobo', 'currency'),
	...pickColumns(payouts, 'chargedFeeKobo', 'outsideReference', 'createdAt', 'changedAt', 'isAsked'),
	...pickColumns(payouts, 'attemptCount', 'nextAttemptAt'),
	isAccountHeld: flag(isAccountHeld),
	account: rows({
		accountId: payoutAccounts.id,
		...pickColumns(payoutAccounts, 'bankCode', 'bankName', 'accountNumber', 'holderName', 'recipientCode'),
	}),
})

const payoutsWhere = (condition: SQL) =>
	preparedSelect<StoredPayout>(
		payoutRow,
		() =>
			sql`FROM ${payouts} CROSS JOIN ${payoutAccounts} ON ${payoutAccounts.id} = ${payouts.accountId} WHERE ${condition}`,
	)

const words = (statuses: readonly PayoutStatus[]) =>
	sql.raw(statuses.map((status) => `'${status}'`).join(', '))
const isPending = sql`${payouts.status} IN (${words(pendingPayoutStatuses)})`

const byReference = payoutsWhere(sql`${payouts.reference} = ${placeholder('reference')}`)
const due =
	payoutsWhere(sql`${payouts.nextAttemptAt} <= ${placeholder('now')} AND ${payouts.mode} = ${placeholder('mode')}
	AND ${payouts.way} = ${BY_TRANSFER} ORDER BY ${payouts.createdAt}, ${payouts.reference} LIMIT ${placeholder('limit')}`)
const requestedBetween =
	payoutsWhere(sql`${payouts.createdAt} >= ${placeholder('from')} AND ${payouts.createdAt} < ${placeholder('to')}
	AND ${payouts.way} = ${BY_TRANSFER} AND ${payouts.isAsked} = 1 AND ${payouts.provider} = ${placeholder('provider')} AND ${payouts.mode} = ${placeholder('mode')} AND ${payouts.reference} > ${placeholder('after')}
	ORDER BY ${payouts.reference} LIMIT ${placeholder('limit')}`)
const pendingPayouts = payoutsWhere(sql`${isPending} ORDER BY ${payouts.createdAt}, ${payouts.reference}`)

/** What may still be refunded to customers, refunds under way included: no payout may take it. */
export const customersKobo = sql`(SELECT coalesce(sum(${ledgerAccounts.balanceKobo}), 0) FROM ${ledgerAccounts}
	WHERE ${ledgerAccounts.kind} = 'customer_money' AND ${ledgerAccounts.balanceKobo} <> 0)`

/** Other transfers that may not have left the balance yet. */
export const otherPendingKobo = (
	reference: string,
	which: SQL,
) => sql`(SELECT coalesce(sum(other.amount_kobo), 0) FROM ${payouts} other
	WHERE other.status IN (${words(pendingPayoutStatuses)}) AND other.way = ${BY_TRANSFER} AND other.reference <> ${reference} AND ${which})`

export function createPayoutRepository(read: Database['read']) {
	return {
		/** Null for an unknown reference. */
		payout: (reference: string): Promise<StoredPayout | null> => first(read(byReference({ reference }))),

		/** Neither paid nor failed, the oldest first. */
		pendingPayouts: (): Promise<StoredPayout[]> => read(pendingPayouts()),

		/** Payouts of that time that were requested, a page by reference. */
		payoutsRequestedBetween: (input: {
			provider: string
			mode: PaymentMode
			from: Instant
			to: Instant
			after: string
			limit: number
		}): Promise<StoredPayout[]> => read(requestedBetween(input)),

		/** Due for a request to the provider, in the mode of its key. */
		duePayouts: (mode: PaymentMode, now: Instant, limit: number): Promise<StoredPayout[]> =>
			read(due({ mode, now, limit })),

		/**
		 * Claims a payout until `nextAttemptAt`, and marks it as requested. Changes no row where another worker has it, or
		 * its status changed. With `toSend` it also changes none where account or payments changed (D71), or the balance is
		 * too small.
		 */
		claimPayout: (
			{ reference, shopId, status, attemptCount, amountKobo }: StoredPayout,
			nextAttemptAt: Instant,
			toSend: { balanceKobo: Kobo; payments: readonly PaymentAsRead[] } | null,
		): Statement<number> =>
			updateWhere(
				payouts,
				{ attemptCount: sql`${payouts.attemptCount} + 1`, nextAttemptAt, isAsked: true },
				and(
					eq(payouts.reference, reference),
					eq(payouts.attemptCount, attemptCount),
					eq(payouts.status, status),
					toSend === null
						? undefined
						: sql`NOT ${isAccountHeld} AND NOT ${haveChanged(toSend.payments, { shopId, isOpen: false })}
							AND ${toSend.balanceKobo} >= ${amountKobo} + ${customersKobo} + ${otherPendingKobo(reference, sql`other.is_asked = 1`)}`,
				),
			),

		/** Changes no row where the status is not `from`, or another worker has claimed it since `attemptCount`. */
		movePayout: (
			{ reference, status: from }: Pick<Payout, 'reference' | 'status'>,
			moved: {
				status: PayoutStatus
				chargedFeeKobo: Kobo | null
				outsideReference: string | null
				nextAttemptAt: Instant | null
				/** The payout had failed, and has arrived after all. */
				isLate: boolean
				/** Null: the news does not rest on this worker's attempt. */
				attemptCount: number | null
				now: Instant
			},
		): Statement<number> => {
			const { now, outsideReference, attemptCount, isLate, ...values } = moved
			return updateWhere(
				payouts,
				{
					...values,
					outsideReference: sql`coalesce(${outsideReference}, ${payouts.outsideReference})`,
					changedAt: now,
					...(isLate && { arrivedLateAt: now }),
				},
				and(
					eq(payouts.reference, reference),
					eq(payouts.status, from),
					attemptCount === null ? undefined : eq(payouts.attemptCount, attemptCount),
				),
			)
		},

		/** The rows of a failed payout are due again. */
		voidItems: (reference: string, now: Instant): Statement<number> =>
			updateWhere(
				payoutItems,
				{ voidedAt: now },
				sql`${payoutItems.payoutReference} = ${reference} AND ${payoutItems.voidedAt} IS NULL AND EXISTS (SELECT 1 FROM ${payouts}
					WHERE ${payouts.reference} = ${reference} AND ${payouts.status} IN (${words(voidPayoutStatuses)}))`,
			),

		/** The rows of a late arrival settle their payments again, after the rows of other payouts. */
		reviveItems: (reference: string): Statement<number> =>
			updateWhere(
				payoutItems,
				{
					voidedAt: null,
					nth: sql`(SELECT coalesce(max(live.nth) + 1, 0) FROM payout_items live
						WHERE live.payment_reference = ${payoutItems.paymentReference} AND live.voided_at IS NULL)`,
				},
				sql`${payoutItems.payoutReference} = ${reference} AND ${payoutItems.voidedAt} IS NOT NULL AND EXISTS (SELECT 1 FROM ${payouts}
					WHERE ${payouts.reference} = ${reference} AND ${payouts.status} = 'success')`,
			),

		keepRecipient: (accountId: string, recipientCode: string): Statement<number> =>
			updateWhere(payoutAccounts, { recipientCode }, eq(payoutAccounts.id, accountId)),

		/** Changes no row where the payout was requested or has ended. */
		cancelPayout: (reference: string, now: Instant): Statement<number> =>
			updateWhere(
				payouts,
				{ status: 'cancelled', changedAt: now, nextAttemptAt: null },
				and(
					eq(payouts.reference, reference),
					inArray(payouts.status, pendingPayoutStatuses),
					eq(payouts.isAsked, false),
				),
			),
	}
}

/** For `postEntry`: whether the payout has one of these statuses by now. */
export function payoutIs(reference: string, statuses: readonly PayoutStatus[]): SQL {
	return sql`EXISTS (SELECT 1 FROM ${payouts} WHERE ${payouts.reference} = ${reference} AND ${payouts.status} IN (${words(statuses)}))`
}
