import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { RefundStatus } from '#app/kernel/vocabulary/payments.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { appointments } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { transactions } from '#db/schema/payments.ts'
import { returnedParts } from '#db/schema/payments-returned-parts.ts'
import { planOrders } from '#db/schema/subscriptions.ts'
import { insertFrom, preparedSelect, updateWhere } from '#db/statement.server.ts'
import { statesBefore } from './refund-repository.server.ts'

const partFields = {
	...pickColumns(returnedParts, 'id', 'cause', 'amountKobo', 'providerRefundId', 'status', 'toldAt'),
	...pickColumns(returnedParts, 'decidedAt', 'bookedKobo'),
}
const partRow = rows(partFields)
export type ReturnedPart = ReturnType<typeof partRow.read>

const partsByPayment = preparedSelect(
	partRow,
	() => sql`FROM ${returnedParts} WHERE ${returnedParts.paymentReference} = ${sql.placeholder('paymentReference')}
		ORDER BY ${returnedParts.toldAt}, ${returnedParts.id}`,
)

const listedRow = rows({
	...partFields,
	paymentReference: transactions.paymentReference,
	/** Of the appointment or the plan's order; null for neither. */
	referenceNumber: nullable(
		text(sql<string>`coalesce(${appointments.referenceNumber}, ${planOrders.referenceNumber})`),
	),
	shopName: shops.name,
	timeZone: shops.timeZone,
	currency: transactions.currency,
	paidKobo: transactions.amountKobo,
})
export type ListedPart = ReturnType<typeof listedRow.read>

// `> 0` searches the partial index.
const undecidedParts = preparedSelect(
	listedRow,
	() => sql`FROM ${returnedParts} JOIN ${transactions} ON ${transactions.paymentReference} = ${returnedParts.paymentReference}
		JOIN ${shops} ON ${shops.id} = ${transactions.shopId}
		LEFT JOIN ${appointments} ON ${appointments.id} = ${transactions.appointmentId}
		LEFT JOIN ${planOrders} ON ${planOrders.checkoutId} = ${transactions.checkoutId}
		WHERE ${returnedParts.decidedAt} IS NULL AND ${returnedParts.toldAt} > 0 ORDER BY ${returnedParts.toldAt} LIMIT ${sql.placeholder('limit')}`,
)

const known = alias(returnedParts, 'known')

type ReportedRefund = { paymentReference: string; amountKobo: Kobo | null; now: Instant }
type AcceptedStatus = Exclude<RefundStatus, 'requested'>

/** Parts that the provider refunded without a request from here (D78). */
export function createReturnedPartRepository(read: Database['read']) {
	const insert = (
		part: ReportedRefund & Pick<ReturnedPart, 'id' | 'cause' | 'status' | 'providerRefundId'>,
		unless = sql`1 = 0`,
	) => {
		const { now, ...row } = part
		return insertFrom(
			returnedParts,
			{ ...row, toldAt: now },
			sql`WHERE NOT EXISTS (SELECT 1 FROM ${returnedParts} WHERE ${returnedParts.id} = ${row.id}) AND NOT (${unless})`,
		)
	}
	return {
		/** A lost dispute of a part. A repeat changes nothing. */
		recordDispute: ({
			disputeId,
			...refund
		}: ReportedRefund & { disputeId: string | null }): Statement<number> =>
			insert({
				...refund,
				id: `dispute:${disputeId ?? refund.paymentReference}`,
				...{ cause: 'dispute', status: 'processed', providerRefundId: null },
			}),

		/**
		 * A refund from the dashboard, with events in any order. An event without a number is about the first part of its
		 * amount. A failure closes a part that no person has decided.
		 */
		recordRefund({
			providerRefundId,
			status,
			...refund
		}: ReportedRefund & { providerRefundId: string | null; status: AcceptedStatus }): Statement<number>[] {
			const { paymentReference, amountKobo, now } = refund
			const ofPayment = sql`${returnedParts.paymentReference} = ${paymentReference} AND ${returnedParts.cause} = 'refund'`
			const alike = sql`${ofPayment} AND ${returnedParts.amountKobo} IS ${amountKobo}`
			const numbered = sql`${ofPayment} AND ${returnedParts.providerRefundId} = ${providerRefundId}`
			const exists = (which: typeof ofPayment) => sql`EXISTS (SELECT 1 FROM ${returnedParts} WHERE ${which})`
			const isThisRefund = providerRefundId === null ? alike : numbered
			return [
				...(providerRefundId === null
					? []
					: [
							updateWhere(
								returnedParts,
								{ providerRefundId },
								sql`${alike} AND ${returnedParts.providerRefundId} IS NULL AND NOT EXISTS (
									SELECT 1 FROM ${returnedParts} known WHERE ${known.paymentReference} = ${paymentReference}
										AND ${known.providerRefundId} = ${providerRefundId})`,
							),
						]),
				...(status === 'failed'
					? []
					: [
							insert(
								{
									...refund,
									id: `refund:${providerRefundId ?? `${paymentReference}:${amountKobo ?? ''}`}`,
									...{ cause: 'refund', status, providerRefundId },
								},
								exists(isThisRefund),
							),
						]),
				updateWhere(
					returnedParts,
					{ status },
					sql`${isThisRefund} AND ${returnedParts.status} IN (SELECT value FROM json_each(${JSON.stringify(statesBefore(status))}))`,
				),
				...(status === 'failed'
					? [
							updateWhere(
								returnedParts,
								{ decidedAt: now, bookedKobo: 0 },
								and(isThisRefund, isNull(returnedParts.decidedAt), eq(returnedParts.status, 'failed')),
							),
						]
					: []),
			]
		},

		/** Refuses the batch where a person decided before ('part_decided'). */
		decide: (id: string, bookedKobo: Kobo, now: Instant): Statement<number> =>
			updateWhere(returnedParts, { decidedAt: now, bookedKobo }, eq(returnedParts.id, id)),

		/** The oldest first. */
		partsOf: (paymentReference: string): Promise<ReturnedPart[]> =>
			read(partsByPayment({ paymentReference })),

		/** The oldest first. */
		undecidedParts: (limit: number): Promise<ListedPart[]> => read(undecidedParts({ limit })),
	}
}
