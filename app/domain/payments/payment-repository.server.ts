import { and, asc, between, count, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { alias, type SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import { isViolation } from '#app/kernel/database-error.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentMethod } from '#app/kernel/vocabulary/booking.ts'
import {
	attemptStatuses,
	type PaymentMode,
	type PaymentOutcome,
	type PurchaseKind,
	paymentModes,
	paymentOutcomes,
	purchaseKinds,
	refundReasons,
	refundStatuses,
} from '#app/kernel/vocabulary/payments.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteSlice } from '#db/delete-slice.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { instant, integer, json, nullable, rows, rowsOrNull, text, word } from '#db/row.server.ts'
import { appointments, checkouts } from '#db/schema/booking.ts'
import { paymentAttempts, refunds, transactions } from '#db/schema/payments.ts'
import { build, builtRead, builtWrite, insertFrom, preparedSelect } from '#db/statement.server.ts'
import { youngSince } from './check-times.ts'
import type { PartRefund, Payment } from './payment.ts'

export type NewAttempt = {
	paymentReference: string
	purchaseKind: PurchaseKind
	checkoutId: string
	amountKobo: Kobo
	mode: PaymentMode
	expiresAt: Instant
	nextCheckAt: Instant
	now: Instant
}

/** Money that arrived, with its outcome. */
export type NewTransaction = {
	id: string
	paymentReference: string
	appointmentId: string | null
	amountKobo: Kobo
	currency: string
	feeKobo: Kobo
	staffTipKobo: Kobo
	paymentMethod: PaymentMethod
	description: string
	cardKey: string | null
	paidAt: Instant
	outcome: PaymentOutcome
	offerExpiresAt: Instant | null
	now: Instant
}

const { placeholder } = sql

/** The differences that went back of a payment. */
const partsOfPayment = sql`FROM ${refunds} parts WHERE parts.payment_reference = ${paymentAttempts.paymentReference} AND parts.part > 0`

const paymentRow = rows({
	paymentReference: text(paymentAttempts.paymentReference),
	purchaseKind: word(paymentAttempts.purchaseKind, purchaseKinds),
	checkoutId: text(paymentAttempts.checkoutId),
	draftId: text(checkouts.draftId),
	shopId: text(checkouts.shopId),
	amountKobo: integer(paymentAttempts.amountKobo),
	currency: text(paymentAttempts.currency),
	mode: word(paymentAttempts.mode, paymentModes),
	status: word(paymentAttempts.status, attemptStatuses),
	authorizationUrl: nullable(text(paymentAttempts.authorizationUrl)),
	gatewayStatus: nullable(text(paymentAttempts.gatewayStatus)),
	createdAt: instant(paymentAttempts.createdAt),
	expiresAt: instant(paymentAttempts.expiresAt),
	checkCount: integer(paymentAttempts.checkCount),
	unansweredSince: nullable(integer(paymentAttempts.unansweredSince)),
	received: rowsOrNull(
		'outcome',
		rows({
			outcome: word(transactions.outcome, paymentOutcomes),
			appointmentId: nullable(text(transactions.appointmentId)),
			amountKobo: integer(transactions.amountKobo),
			leftKobo: integer(
				sql`${transactions.amountKobo} - (SELECT coalesce(sum(amount_kobo), 0) ${partsOfPayment})`,
			),
			currency: text(transactions.currency),
			staffTipKobo: integer(transactions.staffTipKobo),
			paidAt: instant(transactions.paidAt),
			resolvedAt: instant(transactions.resolvedAt),
			offerExpiresAt: nullable(instant(transactions.offerExpiresAt)),
			disputedAt: nullable(instant(transactions.disputedAt)),
		}),
	),
	refund: rowsOrNull(
		'status',
		rows({
			reason: word(refunds.reason, refundReasons),
			status: word(refunds.status, refundStatuses),
			amountKobo: integer(refunds.amountKobo),
			requestedAt: instant(refunds.requestedAt),
			changedAt: instant(refunds.changedAt),
		}),
	),
	partRefunds: json<
		PartRefund[]
	>(sql`(SELECT json_group_array(json_object('part', part, 'reason', reason, 'status', status, 'amountKobo', amount_kobo,
		'paystackRefundId', paystack_refund_id, 'requestedAt', requested_at, 'changedAt', changed_at)) FROM (SELECT * ${partsOfPayment} ORDER BY part))`),
})

/** Payment starts of one contact, or of one account, within an hour. */
const MAX_PAYMENT_STARTS = 10

/** The attempts of the same checkout. */
const others = alias(paymentAttempts, 'others')

const paymentOf = paymentsWhere(sql`${paymentAttempts.paymentReference} = ${placeholder('paymentReference')}`)
const paymentOfAppointment = paymentsWhere(
	sql`${transactions.appointmentId} = ${placeholder('appointmentId')}`,
)
const paymentsOfDraft = paymentsWhere(
	sql`${checkouts.draftId} = ${placeholder('draftId')}
		ORDER BY ${paymentAttempts.createdAt} DESC, ${paymentAttempts.paymentReference}`,
)
const expiredOffers = paymentsWhere(
	sql`${transactions.outcome} = 'offered' AND ${transactions.offerExpiresAt} <= ${placeholder('now')}
		AND ${transactions.disputedAt} IS NULL
		ORDER BY ${transactions.offerExpiresAt} LIMIT ${placeholder('limit')}`,
)

export function createPaymentRepository(read: Database['read']) {
	return {
		/** Null for a reference that is none of ours. */
		async payment(paymentReference: string): Promise<Payment | null> {
			const [payment] = await read(paymentOf({ paymentReference }))
			return payment ?? null
		},

		/** All attempts of a draft, newest first. */
		paymentsOfDraft: (draftId: string): Promise<Payment[]> => read(paymentsOfDraft({ draftId })),

		/** Null for an appointment that nothing was paid for in advance. */
		async paymentOfAppointment(appointmentId: string): Promise<Payment | null> {
			const [payment] = await read(paymentOfAppointment({ appointmentId }))
			return payment ?? null
		},

		/**
		 * The references that the sweeper asks about now. First those whose customer may be paying, then the old ones, of
		 * which most were abandoned (F6, W13); of each the longest waiting first.
		 */
		async dueAttempts(now: Instant, limit: number): Promise<string[]> {
			const due = await read(
				builtRead(
					build
						.select({ paymentReference: paymentAttempts.paymentReference })
						.from(paymentAttempts)
						.where(isDue(now))
						.orderBy(sql`${paymentAttempts.expiresAt} < ${youngSince(now)}`, asc(paymentAttempts.nextCheckAt))
						.limit(limit),
				),
			)
			return due.map(({ paymentReference }) => paymentReference)
		},

		/** Offers that were not accepted in time. While a payment is disputed, its refund waits (S19). */
		expiredOffers: (now: Instant, limit: number): Promise<Payment[]> => read(expiredOffers({ now, limit })),

		/**
		 * A second open attempt of a checkout is refused ('unique:payment_attempts.checkout_id', R33). An attempt that is
		 * sent again because its answer was lost changes no row.
		 */
		insertAttempt: ({ now, ...attempt }: NewAttempt): Statement<number> =>
			insertFrom(
				paymentAttempts,
				{ ...attempt, createdAt: now },
				sql`WHERE NOT EXISTS (SELECT 1 FROM ${paymentAttempts}
					WHERE ${paymentAttempts.paymentReference} = ${attempt.paymentReference})`,
			),

		/**
		 * Belongs after the attempt of a customer who goes to pay: refuses one too many of the contact, or of the account,
		 * within an hour (D33). A payment that came is never counted.
		 */
		attemptCeiling(paymentReference: string, now: Instant): Statement {
			const attempts = sql`SELECT count(*) FROM checkouts other JOIN payment_attempts attempt ON attempt.checkout_id = other.id
				WHERE attempt.created_at > ${now - HOUR_MS}`
			return refuseWhen(
				'too_many_payment_starts',
				sql`EXISTS (SELECT 1 FROM payment_attempts mine JOIN checkouts paid ON paid.id = mine.checkout_id
					WHERE mine.payment_reference = ${paymentReference} AND mine.created_at = ${now} AND max(
						(${attempts} AND other.created_by_user_id = paid.created_by_user_id),
						(${attempts} AND other.mailbox = paid.mailbox
							AND other.created_by_user_id IS NULL AND paid.created_by_user_id IS NULL),
						(${attempts} AND other.phone = paid.phone
							AND other.created_by_user_id IS NULL AND paid.created_by_user_id IS NULL)
					) > ${MAX_PAYMENT_STARTS})`,
			)
		},

		/** A newer attempt takes their place; their money counts as before (R34). */
		replaceAttempts: (paymentReferences: readonly string[]): Statement<number> =>
			builtWrite(
				build
					.update(paymentAttempts)
					.set({ status: 'replaced' })
					.where(
						and(
							inArray(paymentAttempts.status, ['created', 'open']),
							sql`${paymentAttempts.paymentReference} IN (SELECT value FROM json_each(${JSON.stringify(paymentReferences)}))`,
						),
					),
			),

		/** Paystack's page is known. A payment that came in the meantime stays paid. */
		openAttempt: (paymentReference: string, authorizationUrl: string): Statement<number> =>
			builtWrite(
				build
					.update(paymentAttempts)
					.set({
						authorizationUrl,
						status: sql`CASE ${paymentAttempts.status} WHEN 'created' THEN 'open' ELSE ${paymentAttempts.status} END`,
					})
					.where(isAttempt(paymentReference)),
			),

		/** `not_started`: Paystack refused. `replaced`: the answer was lost, so the attempt may exist there. */
		giveUpAttempt: (paymentReference: string, status: 'not_started' | 'replaced'): Statement<number> =>
			builtWrite(
				build
					.update(paymentAttempts)
					.set({ status })
					.where(and(isAttempt(paymentReference), eq(paymentAttempts.status, 'created'))),
			),

		/** Paystack's definite answer, and when it is asked again; null: with this answer the attempt ends. */
		recordAnswer: (
			paymentReference: string,
			gatewayStatus: 'unfinished' | 'failed',
			nextCheckAt: Instant | null,
		): Statement<number> =>
			recordCheck(paymentReference, {
				gatewayStatus,
				unansweredSince: null,
				...(nextCheckAt === null
					? {
							status: sql`CASE ${paymentAttempts.status} WHEN 'not_started' THEN 'not_started' ELSE 'closed' END`,
						}
					: { nextCheckAt }),
			}),

		/** A check that got no definite answer ends nothing: it says since when, and when Paystack is asked again (F1). */
		recordSilence: (paymentReference: string, nextCheckAt: Instant, now: Instant): Statement<number> =>
			recordCheck(paymentReference, {
				unansweredSince: sql`coalesce(${paymentAttempts.unansweredSince}, ${now})`,
				nextCheckAt,
			}),

		/**
		 * First in the batch that settles: the second settlement of a reference is refused
		 * ('unique:transactions.payment_reference'). An offer is refused where the draft is booked
		 * ('draft_already_booked').
		 */
		insertTransaction: ({ now, ...transaction }: NewTransaction): Statement[] => [
			insertFrom(
				transactions,
				{
					...transaction,
					checkoutId: sql`${checkouts.id}`,
					shopId: sql`${checkouts.shopId}`,
					recordedAt: now,
					resolvedAt: now,
				},
				sql`FROM ${paymentAttempts} JOIN ${checkouts} ON ${checkouts.id} = ${paymentAttempts.checkoutId}
					WHERE ${isAttempt(transaction.paymentReference)}`,
			),
			builtWrite(
				build
					.update(paymentAttempts)
					.set({ status: 'paid', gatewayStatus: 'success' })
					.where(isAttempt(transaction.paymentReference)),
			),
		],

		/** Accepts an offer; refused when it is over or was decided otherwise ('payment_decided'). */
		bookOffered: (
			paymentReference: string,
			{ now, ...booked }: { appointmentId: string; staffTipKobo: Kobo; now: Instant },
		): Statement<number> =>
			builtWrite(
				build
					.update(transactions)
					.set({ outcome: 'booked', ...booked, resolvedAt: now })
					.where(isPayment(paymentReference)),
			),

		/**
		 * The outcome becomes a refund; refused when that was decided before ('payment_decided'). With `from`, a payment of
		 * another outcome is left as it is, and the refund in the same batch is refused ('refund_not_due').
		 */
		decideRefund: (
			paymentReference: string,
			now: Instant,
			from: Exclude<PaymentOutcome, 'refund'> | null = null,
		): Statement<number> =>
			builtWrite(
				build
					.update(transactions)
					.set({ outcome: 'refund', staffTipKobo: 0, resolvedAt: now })
					.where(
						and(isPayment(paymentReference), from === null ? undefined : eq(transactions.outcome, from)),
					),
			),

		/**
		 * The outcome becomes a refund where the batch that this belongs to has cancelled the appointment at `now`, and the
		 * payment is not disputed. No row is changed otherwise, and the refund in the same batch is refused.
		 */
		decideRefundOfCancelled: (paymentReference: string, now: Instant): Statement<number> =>
			builtWrite(
				build
					.update(transactions)
					.set({ outcome: 'refund', staffTipKobo: 0, resolvedAt: now })
					.where(
						and(
							isPayment(paymentReference),
							eq(transactions.outcome, 'booked'),
							isNull(transactions.disputedAt),
							sql`EXISTS (SELECT 1 FROM ${appointments} WHERE ${appointments.id} = ${transactions.appointmentId}
								AND ${appointments.status} = 'CANCELLED' AND ${appointments.cancelledAt} = ${now})`,
						),
					),
			),

		/**
		 * The outcome of a plan's payment becomes a refund, unless it is disputed: then the refund in the batch is
		 * refused.
		 */
		decideRefundOfPlan: (paymentReference: string, now: Instant): Statement<number> =>
			builtWrite(
				build
					.update(transactions)
					.set({ outcome: 'refund', resolvedAt: now })
					.where(
						and(
							isPayment(paymentReference),
							eq(transactions.outcome, 'subscribed'),
							isNull(transactions.disputedAt),
						),
					),
			),

		/** The tip in the rest of a payment after a difference was refunded. */
		setStaffTip: (paymentReference: string, staffTipKobo: Kobo): Statement<number> =>
			builtWrite(build.update(transactions).set({ staffTipKobo }).where(isPayment(paymentReference))),

		/** Refuses its batch ('dispute_over') unless the payment is disputed at this moment. */
		requireDispute: (paymentReference: string): Statement<number> =>
			refuseWhen(
				'dispute_over',
				sql`NOT EXISTS (SELECT 1 FROM ${transactions} WHERE ${isPayment(paymentReference)}
					AND ${transactions.disputedAt} IS NOT NULL)`,
			),

		/** A dispute at Paystack was opened, or is over. */
		markDisputed: (paymentReference: string, disputedAt: Instant | null): Statement<number> =>
			builtWrite(build.update(transactions).set({ disputedAt }).where(isPayment(paymentReference))),

		/** A slice of the attempts of unpaid checkouts, once no payment of them is expected any more (F13). */
		purgeUnpaidAttempts: (createdBefore: Instant): Statement<number> =>
			deleteSlice(
				paymentAttempts,
				sql`${paymentAttempts.paymentReference} IN (
					SELECT ${paymentAttempts.paymentReference} FROM ${checkouts}
					JOIN ${paymentAttempts} ON ${paymentAttempts.checkoutId} = ${checkouts.id}
					WHERE ${checkouts.status} = 'PENDING' AND ${checkouts.createdAt} <= ${createdBefore}
						AND NOT EXISTS (SELECT 1 FROM ${paymentAttempts} ${others}
							WHERE ${others.checkoutId} = ${checkouts.id}
								AND (${others.status} NOT IN ('closed', 'not_started') OR ${others.createdAt} > ${createdBefore})))`,
			),

		/**
		 * The references whose money is here, of attempts that were made in that time, in their order; after one of them.
		 */
		async receivedBetween(from: Instant, to: Instant, after: string, limit: number): Promise<string[]> {
			const { paymentReference, createdAt } = paymentAttempts
			const found = await read(
				builtRead(
					build
						.select({ paymentReference })
						.from(paymentAttempts)
						.where(
							and(
								gt(paymentReference, after),
								between(createdAt, from, to),
								eq(paymentAttempts.status, 'paid'),
							),
						)
						.orderBy(asc(paymentReference))
						.limit(limit),
				),
			)
			return found.map((row) => row.paymentReference)
		},

		/** How many payments the sweeper is to ask about now, and since when the longest waiting one is due. */
		async checksDue(now: Instant): Promise<{ count: number; oldestDueAt: Instant | null }> {
			const oldestDueAt = sql<Instant | null>`min(${paymentAttempts.nextCheckAt})`
			const [due] = await read(
				builtRead(build.select({ count: count(), oldestDueAt }).from(paymentAttempts).where(isDue(now))),
			)
			return due ?? { count: 0, oldestDueAt: null }
		},
	}
}

export type PaymentRepository = ReturnType<typeof createPaymentRepository>

/** The dispute that the batch relied on is over: nothing of it was applied. */
export function isDisputeOver(error: unknown): boolean {
	return isViolation(error, 'dispute_over')
}

/** What a check has found. A payment that came in the meantime stays as it is. */
function recordCheck(paymentReference: string, found: SQLiteUpdateSetSource<typeof paymentAttempts>) {
	return builtWrite(
		build
			.update(paymentAttempts)
			.set({ ...found, checkCount: sql`${paymentAttempts.checkCount} + 1` })
			.where(and(isAttempt(paymentReference), ne(paymentAttempts.status, 'paid'))),
	)
}

/** By hand, since SQLite uses a partial index only where its very words stand in the query. */
function isDue(now: Instant): SQL {
	return sql`${paymentAttempts.status} IN ('created', 'open', 'replaced') AND ${paymentAttempts.nextCheckAt} <= ${now}`
}

function isAttempt(paymentReference: string): SQL {
	return eq(paymentAttempts.paymentReference, paymentReference)
}

function isPayment(paymentReference: string): SQL {
	return eq(transactions.paymentReference, paymentReference)
}

function paymentsWhere(condition: SQL) {
	return preparedSelect<Payment>(
		paymentRow,
		sql`FROM ${paymentAttempts} JOIN ${checkouts} ON ${checkouts.id} = ${paymentAttempts.checkoutId}
			LEFT JOIN ${transactions} ON ${transactions.paymentReference} = ${paymentAttempts.paymentReference}
			LEFT JOIN ${refunds} ON ${refunds.paymentReference} = ${paymentAttempts.paymentReference} AND ${refunds.part} = 0
			WHERE ${condition}`,
	)
}
