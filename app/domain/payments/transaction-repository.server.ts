import { and, eq, exists, isNull, type SQL, sql } from 'drizzle-orm'
import { isViolation } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentMethod } from '#app/kernel/vocabulary/booking.ts'
import type { PaymentOutcome } from '#app/kernel/vocabulary/payments.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { appointments, checkouts } from '#db/schema/booking.ts'
import { paymentAttempts, transactions } from '#db/schema/payments.ts'
import { disputes } from '#db/schema/payments-disputes.ts'
import { build, builtWrite, insertFrom } from '#db/statement.server.ts'
import { isPaymentHeld } from '#db/undecided-part.server.ts'

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

/** Money that arrived, and what became of it. */
export function createTransactionRepository() {
	return {
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
					WHERE ${eq(paymentAttempts.paymentReference, transaction.paymentReference)}`,
			),
			builtWrite(
				build
					.update(paymentAttempts)
					.set({ status: 'paid', gatewayStatus: 'success' })
					.where(eq(paymentAttempts.paymentReference, transaction.paymentReference)),
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
			becomeRefund(paymentReference, now, from === null ? undefined : eq(transactions.outcome, from)),

		/**
		 * The outcome becomes a refund where the batch that this belongs to has cancelled the appointment at `now`, and the
		 * payment is not held. No row is changed otherwise, and the refund in the same batch is refused.
		 */
		decideRefundOfCancelled: (paymentReference: string, now: Instant): Statement<number> =>
			becomeRefund(
				paymentReference,
				now,
				eq(transactions.outcome, 'booked'),
				isNotHeld,
				sql`EXISTS (SELECT 1 FROM ${appointments} WHERE ${appointments.id} = ${transactions.appointmentId}
								AND ${appointments.status} = 'CANCELLED' AND ${appointments.cancelledAt} = ${now})`,
			),

		/**
		 * The outcome of a plan's payment becomes a refund, unless it is held: then the refund in the batch is
		 * refused.
		 */
		decideRefundOfPlan: (paymentReference: string, now: Instant): Statement<number> =>
			builtWrite(
				build
					.update(transactions)
					.set({ outcome: 'refund', resolvedAt: now })
					.where(and(isPayment(paymentReference), eq(transactions.outcome, 'subscribed'), isNotHeld)),
			),

		/** The tip in the rest of a payment after a difference was refunded. */
		setStaffTip: (paymentReference: string, staffTipKobo: Kobo): Statement<number> =>
			builtWrite(build.update(transactions).set({ staffTipKobo }).where(isPayment(paymentReference))),

		/** Refuses its batch ('hold_over') unless the payment is held at this moment. */
		requireHeld: (paymentReference: string): Statement<number> =>
			refuseWhen(
				'hold_over',
				sql`NOT EXISTS (SELECT 1 FROM ${transactions} WHERE ${isPayment(paymentReference)} AND ${isPaymentHeld})`,
			),

		/** Refuses its batch ('refund_not_due') where the payment is held at this moment. */
		requireFree: (paymentReference: string): Statement<number> =>
			refuseWhen(
				'refund_not_due',
				sql`EXISTS (SELECT 1 FROM ${transactions} WHERE ${isPayment(paymentReference)} AND ${isPaymentHeld})`,
			),

		/** Refuses its batch ('refund_not_due') where the payment's outcome, or the tip in it, is not as it was read. */
		requireAsRead: (
			paymentReference: string,
			{ outcome, staffTipKobo }: { outcome: PaymentOutcome; staffTipKobo: Kobo },
		): Statement<number> =>
			refuseWhen(
				'refund_not_due',
				sql`NOT EXISTS (SELECT 1 FROM ${transactions} WHERE ${isPayment(paymentReference)}
					AND ${transactions.outcome} = ${outcome} AND ${transactions.staffTipKobo} = ${staffTipKobo})`,
			),

		/**
		 * A dispute at the provider was opened, which `openDispute` has kept in the batch. Changes no row where it is over:
		 * its end may be told before its beginning.
		 */
		markDisputed: (
			paymentReference: string,
			disputeId: string | null,
			disputedAt: Instant,
		): Statement<number> =>
			builtWrite(
				build
					.update(transactions)
					.set({ disputedAt })
					.where(
						and(
							isPayment(paymentReference),
							exists(
								build
									.select({ id: disputes.id })
									.from(disputes)
									.where(and(eq(disputes.id, disputeId ?? paymentReference), isNull(disputes.endedAt))),
							),
						),
					),
			),

		/**
		 * A dispute at the provider is over, which `closeDispute` has ended in the batch. Another open one goes on holding.
		 */
		endDispute: (paymentReference: string): Statement<number> =>
			builtWrite(
				build
					.update(transactions)
					.set({
						disputedAt: sql`(SELECT min(${disputes.openedAt}) FROM ${disputes}
							WHERE ${disputes.paymentReference} = ${paymentReference} AND ${disputes.endedAt} IS NULL)`,
					})
					.where(isPayment(paymentReference)),
			),
	}
}

const isNotHeld = sql`NOT ${isPaymentHeld}`

/** What held the payment, as the batch relied on, is over: nothing of it was applied. */
export function isHoldOver(error: unknown): boolean {
	return isViolation(error, 'hold_over')
}

function becomeRefund(paymentReference: string, now: Instant, ...conditions: (SQL | undefined)[]) {
	return builtWrite(
		build
			.update(transactions)
			.set({ outcome: 'refund', staffTipKobo: 0, resolvedAt: now })
			.where(and(isPayment(paymentReference), ...conditions)),
	)
}

function isPayment(paymentReference: string): SQL {
	return eq(transactions.paymentReference, paymentReference)
}
