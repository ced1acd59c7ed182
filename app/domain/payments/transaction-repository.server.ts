import { and, eq, exists, isNull, type SQL, sql } from 'drizzle-orm'
import { isViolation } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { PaymentMethod } from '#app/kernel/vocabulary/booking.ts'
import type { PaymentOutcome } from '#app/kernel/vocabulary/payments.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { isPaymentHeld } from '#db/held-money.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { appointments, checkouts } from '#db/schema/booking.ts'
import { paymentAttempts, transactions } from '#db/schema/payments.ts'
import { disputes } from '#db/schema/payments-disputes.ts'
import { build, insertFrom, updateWhere } from '#db/statement.server.ts'

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

/** Arrived money and its outcome. */
export function createTransactionRepository() {
	return {
		/**
		 * First in the batch that settles: refuses a second settlement ('unique:transactions.payment_reference'), and an
		 * offer of a booked draft ('draft_already_booked').
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
			updateWhere(
				paymentAttempts,
				{ status: 'paid', gatewayStatus: 'success' },
				eq(paymentAttempts.paymentReference, transaction.paymentReference),
			),
		],

		/** Accepts an offer. Refuses the batch ('payment_decided') where it is over or decided otherwise. */
		bookOffered: (
			paymentReference: string,
			{ now, ...booked }: { appointmentId: string; staffTipKobo: Kobo; now: Instant },
		): Statement<number> =>
			updateWhere(
				transactions,
				{ outcome: 'booked', ...booked, resolvedAt: now },
				isPayment(paymentReference),
			),

		/**
		 * Refuses the batch ('payment_decided') where the payment was decided before. With `from`, another outcome stays
		 * and the batch's refund is refused ('refund_not_due').
		 */
		decideRefund: (
			paymentReference: string,
			now: Instant,
			from: Exclude<PaymentOutcome, 'refund'> | null = null,
		): Statement<number> =>
			becomeRefund(paymentReference, now, from === null ? undefined : eq(transactions.outcome, from)),

		/**
		 * Only where this batch cancelled the appointment, and the payment is not held; else the batch's refund is refused.
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

		/** Changes no row of a held payment: the batch's refund is then refused. */
		decideRefundOfPlan: (paymentReference: string, now: Instant): Statement<number> =>
			updateWhere(
				transactions,
				{ outcome: 'refund', resolvedAt: now },
				and(isPayment(paymentReference), eq(transactions.outcome, 'subscribed'), isNotHeld),
			),

		/** The tip after a partial refund. */
		setStaffTip: (paymentReference: string, staffTipKobo: Kobo): Statement<number> =>
			updateWhere(transactions, { staffTipKobo }, isPayment(paymentReference)),

		/** Refuses its batch ('hold_over') unless the payment is held. */
		requireHeld: (paymentReference: string): Statement<number> =>
			refuseWhen(
				'hold_over',
				sql`NOT EXISTS (SELECT 1 FROM ${transactions} WHERE ${isPayment(paymentReference)} AND ${isPaymentHeld})`,
			),

		/** Refuses its batch ('refund_not_due') where the payment is held. */
		requireFree: (paymentReference: string): Statement<number> =>
			refuseWhen(
				'refund_not_due',
				sql`EXISTS (SELECT 1 FROM ${transactions} WHERE ${isPayment(paymentReference)} AND ${isPaymentHeld})`,
			),

		/** Refuses its batch ('refund_not_due') where the outcome or the tip changed since it was read. */
		requireAsRead: (
			paymentReference: string,
			{ outcome, staffTipKobo }: { outcome: PaymentOutcome; staffTipKobo: Kobo },
		): Statement<number> =>
			refuseWhen(
				'refund_not_due',
				sql`NOT EXISTS (SELECT 1 FROM ${transactions} WHERE ${isPayment(paymentReference)}
					AND ${transactions.outcome} = ${outcome} AND ${transactions.staffTipKobo} = ${staffTipKobo})`,
			),

		/** Stands after `openDispute`. Changes no row where the dispute has ended: the end may arrive first. */
		markDisputed: (
			paymentReference: string,
			disputeId: string | null,
			disputedAt: Instant,
		): Statement<number> =>
			updateWhere(
				transactions,
				{ disputedAt },
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

		/** Stands after `closeDispute`. Another open dispute still holds the payment. */
		endDispute: (paymentReference: string): Statement<number> =>
			updateWhere(
				transactions,
				{
					disputedAt: sql`(SELECT min(${disputes.openedAt}) FROM ${disputes}
						WHERE ${disputes.paymentReference} = ${paymentReference} AND ${disputes.endedAt} IS NULL)`,
				},
				isPayment(paymentReference),
			),
	}
}

const isNotHeld = sql`NOT ${isPaymentHeld}`

/** Nothing of the batch was applied. */
export function isHoldOver(error: unknown): boolean {
	return isViolation(error, 'hold_over')
}

function becomeRefund(paymentReference: string, now: Instant, ...conditions: (SQL | undefined)[]) {
	return updateWhere(
		transactions,
		{ outcome: 'refund', staffTipKobo: 0, resolvedAt: now },
		and(isPayment(paymentReference), ...conditions),
	)
}

function isPayment(paymentReference: string): SQL {
	return eq(transactions.paymentReference, paymentReference)
}
