import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { isViolation } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type PaymentMode, paymentModes } from '#app/kernel/vocabulary/payments.ts'
import {
	type PayoutStatus,
	payoutStatuses,
	payoutWays,
	pendingPayoutStatuses,
	voidPayoutStatuses,
} from '#app/kernel/vocabulary/payouts.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { decode, flag, instant, integer, nullable, rows, text, word } from '#db/row.server.ts'
import { appointments } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { ledgerAccounts, transactions } from '#db/schema/payments.ts'
import { payoutAccounts, payoutItems, payouts } from '#db/schema/payouts.ts'
import { build, builtWrite, insertFrom, preparedSelect, rawRead } from '#db/statement.server.ts'
import { paymentState } from './open-payment-repository.server.ts'
import type { Payout } from './payout.ts'
import type { PayoutRow } from './payout-plan.ts'

const { placeholder } = sql

/** A row of a payout that is written, with what its payment was read as. */
export type RowToPay = PayoutRow & { nth: number; asRead: string }

export type NewPayout = Omit<
	Payout,
	'status' | 'chargedFeeKobo' | 'outsideReference' | 'changedAt' | 'account'
> & {
	accountId: string
	rows: readonly RowToPay[]
	/** Null where no program asks for it. */
	nextAttemptAt: Instant | null
}

/** A payout that Paystack is to be asked for, or about. */
export type PayoutToAsk = Payout & { isAsked: boolean; attemptCount: number; nextAttemptAt: Instant | null }

const payoutRow = rows({
	reference: text(payouts.reference),
	shopId: text(payouts.shopId),
	way: word(payouts.way, payoutWays),
	mode: word(payouts.mode, paymentModes),
	status: word(payouts.status, payoutStatuses),
	grossKobo: integer(payouts.grossKobo),
	commissionKobo: integer(payouts.commissionKobo),
	paymentFeeKobo: integer(payouts.paymentFeeKobo),
	transferFeeKobo: integer(payouts.transferFeeKobo),
	amountKobo: integer(payouts.amountKobo),
	currency: text(payouts.currency),
	chargedFeeKobo: nullable(integer(payouts.chargedFeeKobo)),
	outsideReference: nullable(text(payouts.outsideReference)),
	createdAt: instant(payouts.createdAt),
	changedAt: instant(payouts.changedAt),
	isAsked: flag(payouts.isAsked),
	attemptCount: integer(payouts.attemptCount),
	nextAttemptAt: nullable(instant(payouts.nextAttemptAt)),
	account: rows({
		accountId: text(payoutAccounts.id),
		bankCode: text(payoutAccounts.bankCode),
		bankName: text(payoutAccounts.bankName),
		accountNumber: text(payoutAccounts.accountNumber),
		holderName: text(payoutAccounts.holderName),
		recipientCode: nullable(text(payoutAccounts.recipientCode)),
	}),
})

const payoutsWhere = (condition: SQL) =>
	preparedSelect<PayoutToAsk>(
		payoutRow,
		() =>
			sql`FROM ${payouts} CROSS JOIN ${payoutAccounts} ON ${payoutAccounts.id} = ${payouts.accountId} WHERE ${condition}`,
	)

const words = (statuses: readonly PayoutStatus[]) =>
	sql.raw(statuses.map((status) => `'${status}'`).join(', '))
const isPending = sql`${payouts.status} IN (${words(pendingPayoutStatuses)})`

const byReference = payoutsWhere(sql`${payouts.reference} = ${placeholder('reference')}`)
const toAsk =
	payoutsWhere(sql`${payouts.nextAttemptAt} <= ${placeholder('now')} AND ${payouts.mode} = ${placeholder('mode')}
	AND ${payouts.way} = 'paystack' ORDER BY ${payouts.createdAt}, ${payouts.reference} LIMIT ${placeholder('limit')}`)
const askedBetween =
	payoutsWhere(sql`${payouts.createdAt} >= ${placeholder('from')} AND ${payouts.createdAt} < ${placeholder('to')}
	AND ${payouts.way} = 'paystack' AND ${payouts.isAsked} = 1 AND ${payouts.mode} = ${placeholder('mode')} AND ${payouts.reference} > ${placeholder('after')}
	ORDER BY ${payouts.reference} LIMIT ${placeholder('limit')}`)
const pendingPayouts = payoutsWhere(sql`${isPending} ORDER BY ${payouts.createdAt}, ${payouts.reference}`)

/** What customers may still get back, refunds under way included: no payout may take it. */
const customersKobo = sql`(SELECT coalesce(sum(${ledgerAccounts.balanceKobo}), 0) FROM ${ledgerAccounts}
	WHERE ${ledgerAccounts.kind} = 'customer_money' AND ${ledgerAccounts.balanceKobo} <> 0)`

/** Of other payouts by transfers: what may not have left the balance yet. */
const otherPendingKobo = (
	reference: string,
	which: SQL,
) => sql`(SELECT coalesce(sum(other.amount_kobo), 0) FROM ${payouts} other
	WHERE other.status IN (${words(pendingPayoutStatuses)}) AND other.way = 'paystack' AND other.reference <> ${reference} AND ${which})`

export function createPayoutRepository(read: Database['read']) {
	return {
		/** Null for a reference that is none of ours. */
		async payout(reference: string): Promise<PayoutToAsk | null> {
			const [found] = await read(byReference({ reference }))
			return found ?? null
		},

		/** Those whose money is neither at the shop nor back here, the oldest first. */
		pendingPayouts: (): Promise<PayoutToAsk[]> => read(pendingPayouts()),

		/** Those that Paystack was asked for, of that time, a page by reference. */
		payoutsAskedBetween: (asked: {
			mode: PaymentMode
			from: Instant
			to: Instant
			after: string
			limit: number
		}): Promise<PayoutToAsk[]> => read(askedBetween(asked)),

		/** Those that Paystack is to be asked for, or about, in the mode of its key. */
		payoutsToAsk: (mode: PaymentMode, now: Instant, limit: number): Promise<PayoutToAsk[]> =>
			read(toAsk({ mode, now, limit })),

		/**
		 * Writes a payout down with its rows, all of it or nothing. Refused where another payout has one of them, where a
		 * payment, its visit or a report has changed since it was read ('payout_out_of_date'), and where its account is not
		 * the shop's, is not to be used yet, or the shop's contact has just changed ('payout_held', D58).
		 */
		writePayout(payout: NewPayout): Statement[] {
			const { reference, shopId, accountId, rows: paid, createdAt, ...amounts } = payout
			const listed = JSON.stringify(paid.map(({ share, ...row }) => ({ ...row, ...share })))
			const of = (name: string) => sql`row.value ->> ${name}`
			return [
				refuseWhen(
					'payout_out_of_date',
					sql`EXISTS (SELECT 1 FROM json_each(${listed}) row
						LEFT JOIN ${transactions} ON ${transactions.paymentReference} = (${of('paymentReference')})
							AND ${transactions.shopId} = ${shopId} AND ${transactions.isPayoutOpen} = 1
						LEFT JOIN ${appointments} ON ${appointments.id} = ${transactions.appointmentId}
						WHERE coalesce(${paymentState}, '') <> (${of('asRead')}))`,
				),
				refuseWhen(
					'payout_held',
					sql`NOT EXISTS (SELECT 1 FROM ${payoutAccounts} JOIN ${shops} ON ${shops.id} = ${payoutAccounts.shopId}
						WHERE ${payoutAccounts.id} = ${accountId} AND ${payoutAccounts.shopId} = ${shopId} AND ${payoutAccounts.stoppedAt} IS NULL
							AND ${payoutAccounts.usableAt} <= ${createdAt} AND ${shops.payoutsHeldUntil} <= ${createdAt}
							AND NOT EXISTS (SELECT 1 FROM ${payoutAccounts} newer WHERE newer.shop_id = ${shopId} AND newer.stopped_at IS NULL
								AND newer.confirmed_at > ${payoutAccounts.confirmedAt}))`,
				),
				builtWrite(
					build
						.insert(payouts)
						.values({ ...amounts, reference, shopId, accountId, createdAt, changedAt: createdAt }),
				),
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

		/** Refuses its batch ('payout_above_balance') where the payout would take what customers may still get back. */
		requireBalance: (
			balanceKobo: Kobo,
			{ reference, amountKobo }: Pick<Payout, 'reference' | 'amountKobo'>,
		): Statement<number> =>
			refuseWhen(
				'payout_above_balance',
				sql`${balanceKobo} < ${amountKobo} + ${customersKobo} + ${otherPendingKobo(reference, sql`true`)}`,
			),

		/**
		 * Takes a payout for this worker alone until `nextAttemptAt`, and from then on it counts as asked for. No row is
		 * changed where another worker has it, or where it would take more than the balance has beside what customers may
		 * still get back and what other workers have asked for.
		 */
		claimPayout: (
			{ reference, attemptCount, amountKobo }: PayoutToAsk,
			nextAttemptAt: Instant,
			balanceKobo: Kobo | null,
		): Statement<number> =>
			builtWrite(
				build
					.update(payouts)
					.set({ attemptCount: sql`${payouts.attemptCount} + 1`, nextAttemptAt, isAsked: true })
					.where(
						and(
							eq(payouts.reference, reference),
							eq(payouts.attemptCount, attemptCount),
							balanceKobo === null
								? undefined
								: sql`${balanceKobo} >= ${amountKobo} + ${customersKobo} + ${otherPendingKobo(reference, sql`other.is_asked = 1`)}`,
						),
					),
			),

		/** A payout that could not be claimed is looked at again then. */
		waitUntil: ({ reference, attemptCount }: PayoutToAsk, nextAttemptAt: Instant): Statement<number> =>
			builtWrite(
				build
					.update(payouts)
					.set({ nextAttemptAt })
					.where(and(eq(payouts.reference, reference), eq(payouts.attemptCount, attemptCount))),
			),

		/** Moves a payout on from where it was read; no row is changed where it is elsewhere by now. */
		movePayout: (
			{ reference, status: from }: Pick<Payout, 'reference' | 'status'>,
			moved: {
				status: PayoutStatus
				chargedFeeKobo: Kobo | null
				outsideReference: string | null
				nextAttemptAt: Instant | null
				now: Instant
			},
		): Statement<number> => {
			const { now, outsideReference, ...values } = moved
			return builtWrite(
				build
					.update(payouts)
					.set({
						...values,
						outsideReference: sql`coalesce(${outsideReference}, ${payouts.outsideReference})`,
						changedAt: now,
					})
					.where(and(eq(payouts.reference, reference), eq(payouts.status, from))),
			)
		},

		/** The rows of a payout that came to nothing are due again. */
		voidItems: (reference: string, now: Instant): Statement<number> =>
			builtWrite(
				build
					.update(payoutItems)
					.set({ voidedAt: now })
					.where(
						sql`${payoutItems.payoutReference} = ${reference} AND ${payoutItems.voidedAt} IS NULL AND EXISTS (SELECT 1 FROM ${payouts}
							WHERE ${payouts.reference} = ${reference} AND ${payouts.status} IN (${words(voidPayoutStatuses)}))`,
					),
			),

		keepRecipient: (accountId: string, recipientCode: string): Statement<number> =>
			builtWrite(build.update(payoutAccounts).set({ recipientCode }).where(eq(payoutAccounts.id, accountId))),

		/** Calls a payout off that no one was asked for: no row is changed where one was, or where it has ended. */
		cancelPayout: (reference: string, now: Instant): Statement<number> =>
			builtWrite(
				build
					.update(payouts)
					.set({ status: 'cancelled', changedAt: now, nextAttemptAt: null })
					.where(
						and(
							eq(payouts.reference, reference),
							inArray(payouts.status, pendingPayoutStatuses),
							eq(payouts.isAsked, false),
						),
					),
			),

		/** What customers may still get back, of all of them. */
		async customersKobo(): Promise<Kobo> {
			const [found] = await read(
				rawRead(sql`SELECT ${customersKobo} AS kobo`, decode({ kobo: integer('kobo') })),
			)
			return found?.kobo ?? 0
		},
	}
}

/** A condition for `postEntry`: this batch, or one before it, has moved the payout there. */
export function payoutIs(reference: string, statuses: readonly PayoutStatus[]): SQL {
	return sql`EXISTS (SELECT 1 FROM ${payouts} WHERE ${payouts.reference} = ${reference} AND ${payouts.status} IN (${words(statuses)}))`
}

/** What the batch was made of has changed meanwhile: nothing of it was applied, and it is made again. */
export function isPayoutOutOfDate(error: unknown): boolean {
	return (
		isViolation(error, 'payout_out_of_date') || isViolation(error, 'unique:payout_items.payment_reference')
	)
}
