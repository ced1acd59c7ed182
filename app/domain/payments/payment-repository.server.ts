import { type SQL, sql } from 'drizzle-orm'
import type { Actor, GuestContact } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { hasUndecidedPart, isPaymentHeld } from '#db/held-money.server.ts'
import { leavingCheckouts, leavingUserId } from '#db/leaving.server.ts'
import { flag, integer, isoTime, json, only, pickColumns, rows, rowsOrNull } from '#db/row.server.ts'
import { checkouts, clients } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { paymentAttempts, refunds, transactions } from '#db/schema/payments.ts'
import { disputes } from '#db/schema/payments-disputes.ts'
import { first, placeholder, preparedSelect, rawRead, rawWrite, updateWhere } from '#db/statement.server.ts'
import type { PartRefund, Payment } from './payment.ts'

const partsOfPayment = sql`FROM ${refunds} parts WHERE parts.payment_reference = ${paymentAttempts.paymentReference} AND parts.part > 0`

const paymentRow = rows({
	...pickColumns(paymentAttempts, 'paymentReference', 'purchaseKind', 'checkoutId'),
	...pickColumns(checkouts, 'draftId', 'shopId'),
	...pickColumns(paymentAttempts, 'amountKobo', 'currency', 'provider', 'mode', 'status', 'authorizationUrl'),
	...pickColumns(paymentAttempts, 'gatewayStatus', 'createdAt', 'expiresAt', 'checkCount', 'unansweredSince'),
	received: rowsOrNull(
		'outcome',
		rows({
			...pickColumns(transactions, 'outcome', 'appointmentId', 'amountKobo'),
			leftKobo: integer(
				sql`${transactions.amountKobo} - (SELECT coalesce(sum(amount_kobo), 0) ${partsOfPayment})`,
			),
			...pickColumns(transactions, 'currency', 'staffTipKobo', 'paidAt', 'resolvedAt', 'offerExpiresAt'),
			disputedAt: transactions.disputedAt,
			isPartUndecided: flag(hasUndecidedPart(sql`${transactions.paymentReference}`)),
		}),
	),
	refund: rowsOrNull(
		'status',
		rows(pickColumns(refunds, 'reason', 'status', 'amountKobo', 'requestedAt', 'changedAt')),
	),
	partRefunds: json<
		PartRefund[]
	>(sql`(SELECT json_group_array(json_object('part', part, 'reason', reason, 'status', status, 'amountKobo', amount_kobo,
		'providerRefundId', ${sql.identifier(refunds.providerRefundId.name)}, 'requestedAt', requested_at, 'changedAt', changed_at)) FROM (SELECT * ${partsOfPayment} ORDER BY part))`),
})

const paymentByReference = paymentsWhere(
	sql`${paymentAttempts.paymentReference} = ${placeholder('paymentReference')}`,
)
const paymentOfAppointment = paymentsWhere(
	sql`${transactions.appointmentId} = ${placeholder('appointmentId')}`,
)
const paymentsOfDraft = paymentsWhere(
	sql`${checkouts.draftId} = ${placeholder('draftId')}
		ORDER BY ${paymentAttempts.createdAt} DESC, ${paymentAttempts.paymentReference}`,
)
const expiredOffers = paymentsWhere(
	sql`${transactions.outcome} = 'offered' AND ${transactions.offerExpiresAt} <= ${placeholder('now')}
		AND NOT ${isPaymentHeld}
		ORDER BY ${transactions.offerExpiresAt} LIMIT ${placeholder('limit')}`,
)

/** Attempts with their money and refunds. */
export function createPaymentRepository(read: Database['read']) {
	return {
		/** Null for an unknown reference. */
		payment: (paymentReference: string): Promise<Payment | null> =>
			first(read(paymentByReference({ paymentReference }))),

		/** The newest first. */
		paymentsOfDraft: (draftId: string): Promise<Payment[]> => read(paymentsOfDraft({ draftId })),

		/** Null without a payment in advance. */
		paymentOfAppointment: (appointmentId: string): Promise<Payment | null> =>
			first(read(paymentOfAppointment({ appointmentId }))),

		/** Offers that were not accepted in time. The refund of a held payment waits (S19, D78). */
		expiredOffers: (now: Instant, limit: number): Promise<Payment[]> => read(expiredOffers({ now, limit })),
	}
}

function paymentsWhere(condition: SQL) {
	return preparedSelect<Payment>(
		paymentRow,
		() => sql`FROM ${paymentAttempts} JOIN ${checkouts} ON ${checkouts.id} = ${paymentAttempts.checkoutId}
			LEFT JOIN ${transactions} ON ${transactions.paymentReference} = ${paymentAttempts.paymentReference}
			LEFT JOIN ${refunds} ON ${refunds.paymentReference} = ${paymentAttempts.paymentReference} AND ${refunds.part} = 0
			WHERE ${condition}`,
	)
}

export function createOwnPaymentRepository(read: Database['read']) {
	return {
		/** The newest first, with outcomes. */
		exportPayments: (actor: Actor): Promise<unknown[]> =>
			read(
				rawRead(
					sql`SELECT json_object(
							'reference', ${transactions.paymentReference}, 'shop', ${shops.name}, 'description', ${transactions.description},
							'amountKobo', ${transactions.amountKobo}, 'currency', ${transactions.currency},
							'type', ${transactions.paymentMethod}, 'tipKobo', ${transactions.staffTipKobo},
							'outcome', ${transactions.outcome},
							'paidAt', ${isoTime(transactions.paidAt)},
							'refund', (SELECT json_object('status', ${refunds.status}, 'reason', ${refunds.reason},
								'amountKobo', ${refunds.amountKobo})
								FROM ${refunds} WHERE ${refunds.paymentReference} = ${transactions.paymentReference} AND ${refunds.part} = 0),
							'disputes', (SELECT json_group_array(json_object('amountKobo', ${disputes.amountKobo}, 'outcome', ${disputes.outcome},
								'openedAt', ${isoTime(disputes.openedAt)}))
								FROM ${disputes} WHERE ${disputes.paymentReference} = ${transactions.paymentReference}),
							'refundsOfChanges', (SELECT json_group_array(json_object('status', ${refunds.status}, 'amountKobo', ${refunds.amountKobo}))
								FROM ${refunds} WHERE ${refunds.paymentReference} = ${transactions.paymentReference} AND ${refunds.part} > 0)
						) AS payment
						FROM (SELECT ${clients.id} FROM ${clients} WHERE ${clients.userId} = ${actorUserId(actor)}) client
						CROSS JOIN ${checkouts} ON ${checkouts.clientId} = client.id
						CROSS JOIN ${transactions} ON ${transactions.checkoutId} = ${checkouts.id}
						CROSS JOIN ${shops} ON ${shops.id} = ${transactions.shopId}
						ORDER BY ${transactions.paidAt} DESC`,
					only(json<unknown>('payment')),
				),
			),

		/** Belongs before the guest's contact is cut. */
		forgetCardsOfGuest: (contact: GuestContact, now: Instant): Statement<number> =>
			rawWrite(
				sql`UPDATE ${transactions} SET card_key = NULL WHERE checkout_id IN ${leavingCheckouts(contact, now)}`,
			),

		/** Belongs before the shops' records are cleared. The payments stay, without their cards. */
		forgetCards: (actor: Actor, passwordHash: string): Statement<number> =>
			updateWhere(
				transactions,
				{ cardKey: null },
				sql`${transactions.id} IN (SELECT ${transactions.id} FROM ${clients}
					CROSS JOIN ${checkouts} ON ${checkouts.clientId} = ${clients.id}
					CROSS JOIN ${transactions} ON ${transactions.checkoutId} = ${checkouts.id}
					WHERE ${clients.userId} = ${leavingUserId(actor, passwordHash)})`,
			),
	}
}
