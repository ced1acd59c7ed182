import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { DisputeOutcome } from '#app/kernel/vocabulary/payments.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { flag, instant, integer, nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { appointments } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { transactions } from '#db/schema/payments.ts'
import { disputes } from '#db/schema/payments-disputes.ts'
import { planOrders } from '#db/schema/subscriptions.ts'
import { build, builtRead, preparedSelect, rawWrite, updateWhere, upsertRow } from '#db/statement.server.ts'

/** The first alert comes this long before the due time; it is repeated after `ALERT_AGAIN_MS`. */
export const DUE_SOON_MS = 48 * HOUR_MS
const ALERT_AGAIN_MS = DAY_MS
/** The last alert comes this long before the due time: chargebacks are due about a day after they were opened. */
const LAST_ALERT_MS = 6 * HOUR_MS

export type DisputeEvent = {
	/** The provider's number; null where the event has none. */
	disputeId: string | null
	paymentReference: string
	amountKobo: Kobo | null
	category: string | null
	openedAt: Instant | null
	dueAt: Instant | null
	now: Instant
}

const storedRow = rows({
	...pickColumns(disputes, 'id', 'amountKobo', 'category', 'openedAt', 'dueAt', 'answeredAt', 'endedAt'),
	outcome: disputes.outcome,
})
export type StoredDispute = ReturnType<typeof storedRow.read>

const disputesByPayment = preparedSelect(
	storedRow,
	() => sql`FROM ${disputes} WHERE ${disputes.paymentReference} = ${sql.placeholder('paymentReference')}
		ORDER BY ${disputes.openedAt}, ${disputes.id}`,
)

const listedRow = rows({
	paymentReference: transactions.paymentReference,
	/** Of the appointment or the plan's order; null for neither. */
	referenceNumber: nullable(
		text(sql<string>`coalesce(${appointments.referenceNumber}, ${planOrders.referenceNumber})`),
	),
	shopName: shops.name,
	shopPhone: shops.phone,
	timeZone: shops.timeZone,
	currency: transactions.currency,
	amountKobo: integer(sql<number>`coalesce(${disputes.amountKobo}, ${transactions.amountKobo})`),
	category: disputes.category,
	openedAt: instant(sql<number>`coalesce(${disputes.openedAt}, ${transactions.disputedAt})`),
	/** Null while the provider has not named it, and for older disputes. */
	dueAt: disputes.dueAt,
	answeredAt: disputes.answeredAt,
	/** The provider has ended it, and a person decides about the money (S19). */
	isEnded: flag(sql`${disputes.endedAt} IS NOT NULL`),
})
export type ListedDispute = ReturnType<typeof listedRow.read>

// `> 0` searches the partial index. Of several disputes it takes the one that is due first.
const disputedPayments = preparedSelect(
	listedRow,
	() => sql`FROM ${transactions} JOIN ${shops} ON ${shops.id} = ${transactions.shopId}
		LEFT JOIN ${disputes} ON ${disputes.id} = (SELECT one.id FROM disputes one
			WHERE one.payment_reference = ${transactions.paymentReference}
			ORDER BY one.ended_at IS NOT NULL, one.answered_at IS NOT NULL, one.due_at IS NULL, one.due_at LIMIT 1)
		LEFT JOIN ${appointments} ON ${appointments.id} = ${transactions.appointmentId}
		LEFT JOIN ${planOrders} ON ${planOrders.checkoutId} = ${transactions.checkoutId}
		WHERE ${transactions.disputedAt} > 0 ORDER BY ${transactions.disputedAt} LIMIT ${sql.placeholder('limit')}`,
)

const dueSoon = sql`FROM ${disputes} WHERE ${disputes.endedAt} IS NULL AND ${disputes.answeredAt} IS NULL
	AND ${disputes.dueAt} <= ${sql.placeholder('soonAt')}`

const countDueSoon = preparedSelect(rows({ count: integer(sql<number>`count(*)`) }), () => dueSoon)

const toAlert = preparedSelect(
	rows({
		...pickColumns(disputes, 'id', 'paymentReference'),
		dueAt: instant(disputes.dueAt),
		alertedAt: disputes.alertedAt,
	}),
	() => sql`${dueSoon} AND (${disputes.alertedAt} IS NULL OR ${disputes.alertedAt} <= ${sql.placeholder('dayAgo')}
		OR (${disputes.dueAt} <= ${sql.placeholder('lastCallAt')} AND ${disputes.alertedAt} < ${disputes.dueAt} - ${LAST_ALERT_MS}))
		ORDER BY ${disputes.dueAt} LIMIT ${sql.placeholder('limit')}`,
)

/** Payers' disputes, and the operator's answers. */
export function createDisputeRepository(read: Database['read']) {
	return {
		/**
		 * Stands before `markDisputed`. An ended dispute stays ended. An event fills in missing values; a reminder also
		 * replaces known ones. Gives when the operator answered it.
		 */
		openDispute: (
			{ disputeId, openedAt, now, ...event }: DisputeEvent,
			isReminder: boolean,
		): Statement<{ answeredAt: Instant | null }[]> => {
			const { amountKobo, category, dueAt, answeredAt } = disputes
			return builtRead(
				build
					.insert(disputes)
					.values({
						...{ ...event, id: disputeId ?? event.paymentReference, openedAt: openedAt ?? now },
						alertedAt: now,
					})
					.onConflictDoUpdate({
						target: disputes.id,
						set: {
							amountKobo: lastWord(amountKobo, isReminder),
							category: lastWord(category, isReminder),
							dueAt: lastWord(dueAt, isReminder),
							alertedAt: now,
						},
					})
					.returning({ answeredAt }),
			)
		},

		/**
		 * Stands before `endDispute`; keeps the dispute even where its opening event never came. Without a number it ends
		 * each open dispute of the payment.
		 */
		closeDispute: (
			{ disputeId, openedAt, now, ...event }: DisputeEvent,
			outcome: DisputeOutcome,
		): Statement<number>[] => [
			...(disputeId === null
				? []
				: [
						upsertRow(
							disputes,
							{
								...{ ...event, id: disputeId, openedAt: openedAt ?? now },
								...{ endedAt: now, outcome },
							},
							{
								target: disputes.id,
								set: { endedAt: now, outcome },
								setWhere: isNull(disputes.endedAt),
							},
						),
					]),
			updateWhere(
				disputes,
				{ endedAt: now, outcome },
				and(
					eq(disputes.paymentReference, event.paymentReference),
					isNull(disputes.endedAt),
					disputeId === null ? undefined : eq(disputes.id, event.paymentReference),
				),
			),
		],

		/** The oldest first. */
		disputesOf: (paymentReference: string): Promise<StoredDispute[]> =>
			read(disputesByPayment({ paymentReference })),

		/** The oldest first. */
		disputedPayments: (limit: number): Promise<ListedDispute[]> => read(disputedPayments({ limit })),

		/** Due within two days, or past due, and not answered. */
		async countDueSoon(now: Instant): Promise<number> {
			const [due] = await read(countDueSoon({ soonAt: now + DUE_SOON_MS }))
			return due?.count ?? 0
		},

		/** Once a day, and once more before they are due. */
		disputesToAlert: (now: Instant, limit: number) =>
			read(
				toAlert({
					soonAt: now + DUE_SOON_MS,
					dayAgo: now - ALERT_AGAIN_MS,
					lastCallAt: now + LAST_ALERT_MS,
					limit,
				}),
			),

		/** Changes no row where another run has alerted since. */
		markAlerted: (id: string, before: Instant | null, now: Instant): Statement<number> =>
			rawWrite(
				sql`UPDATE ${disputes} SET alerted_at = ${now} WHERE ${disputes.id} = ${id} AND ${disputes.alertedAt} IS ${before}`,
			),

		/** The operator answered the payment's open disputes. The first answer stays. */
		markAnswered: (paymentReference: string, now: Instant): Statement<number> =>
			updateWhere(
				disputes,
				{ answeredAt: now },
				and(
					eq(disputes.paymentReference, paymentReference),
					isNull(disputes.endedAt),
					isNull(disputes.answeredAt),
				),
			),

		/** Whether another dispute of the payment is open; false without a number. */
		async hasOtherOpen(paymentReference: string, disputeId: string | null): Promise<boolean> {
			if (disputeId === null) return false
			const [other] = await read(
				builtRead(
					build
						.select({ id: disputes.id })
						.from(disputes)
						.where(
							sql`${disputes.paymentReference} = ${paymentReference} AND ${disputes.endedAt} IS NULL
								AND ${disputes.id} NOT IN (${disputeId}, ${paymentReference})`,
						)
						.limit(1),
				),
			)
			return other !== undefined
		},
	}
}

function lastWord(column: { name: string }, isReminder: boolean): SQL {
	const [kept, event] = [sql.raw(`disputes.${column.name}`), sql.raw(`excluded.${column.name}`)]
	return isReminder ? sql`coalesce(${event}, ${kept})` : sql`coalesce(${kept}, ${event})`
}
