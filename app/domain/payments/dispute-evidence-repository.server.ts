import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.server.ts'
import { FORMER_CUSTOMER } from '#db/customer-at-shop.server.ts'
import { flag, instant, json, nullable, pickColumns, rows, rowsOrNull } from '#db/row.server.ts'
import { appointments, checkouts } from '#db/schema/booking.ts'
import { appointmentProblems } from '#db/schema/booking-reviews.ts'
import { appointmentServices } from '#db/schema/booking-services.ts'
import { shops } from '#db/schema/discovery.ts'
import { outbox } from '#db/schema/messaging.ts'
import { refunds, transactions } from '#db/schema/payments.ts'
import { shopActs } from '#db/schema/shops.ts'
import { planOrders, subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { subscriptionUsage } from '#db/schema/subscriptions-entries.ts'
import { planSessions, sessionBookings } from '#db/schema/subscriptions-sessions.ts'
import { placeholder, preparedSelect } from '#db/statement.server.ts'

/** Leaves out notes, words of a cancellation and the card: notes may tell of a person's health. */
const paidThing = preparedSelect(
	rows({
		...pickColumns(transactions, 'paymentReference', 'amountKobo', 'currency', 'paymentMethod', 'paidAt'),
		disputedAt: transactions.disputedAt,
		shop: rows(pickColumns(shops, 'id', 'name', 'address', 'area', 'city', 'timeZone')),
		booker: rows({
			...pickColumns(checkouts, 'firstName', 'lastName', 'email', 'phone'),
			/** No name and no contact are left. */
			isErased: flag(sql`${checkouts.firstName} = ${FORMER_CUSTOMER}`),
			isSignedIn: flag(sql`${checkouts.createdByUserId} IS NOT NULL`),
		}),
		agreed: rows({
			at: checkouts.createdAt,
			totalKobo: checkouts.totalKobo,
			/** As shown before paying; null for a plan, or another way of booking. */
			refundableUntilAt: checkouts.refundableUntilAt,
		}),
		appointment: rowsOrNull(
			'appointmentId',
			rows({
				appointmentId: appointments.id,
				...pickColumns(appointments, 'referenceNumber', 'status'),
				isByShop: appointments.isWalkIn,
				serviceNames: json<string[]>(
					sql`(SELECT json_group_array(name) FROM (SELECT ${appointmentServices.name} AS name FROM ${appointmentServices}
						WHERE ${appointmentServices.appointmentId} = ${appointments.id} ORDER BY ${appointmentServices.position}))`,
				),
				...pickColumns(appointments, 'totalKobo', 'paidAtShopKobo', 'createdAt', 'startsAt', 'endsAt'),
				...pickColumns(appointments, 'refundableUntilAt', 'moveCount', 'changedAt', 'lateToldAt'),
				...pickColumns(appointments, 'arrivedAt', 'completedAt', 'missedAt', 'transferPaidAt', 'cancelledAt'),
				isCancelledByShop: flag(sql`${appointments.cancellationReason} IS NOT NULL`),
			}),
		),
		plan: rowsOrNull(
			'subscriptionId',
			rows({
				subscriptionId: subscriptions.id,
				title: subscriptionPlans.title,
				...pickColumns(subscriptions, 'entryKind', 'totalVisitsAllowed', 'maxEntriesPerWeek'),
				isRenewal: flag(sql`${subscriptions.renewsSubscriptionId} IS NOT NULL`),
				...pickColumns(subscriptions, 'createdAt', 'startsAt', 'endsAt', 'cancelledAt'),
			}),
		),
	}),
	() => sql`FROM ${transactions} JOIN ${shops} ON ${shops.id} = ${transactions.shopId} JOIN ${checkouts} ON ${checkouts.id} = ${transactions.checkoutId}
		LEFT JOIN ${appointments} ON ${appointments.id} = ${transactions.appointmentId}
		LEFT JOIN ${subscriptions} ON ${subscriptions.checkoutId} = ${transactions.checkoutId}
		LEFT JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${subscriptions.planId}
		WHERE ${transactions.paymentReference} = ${placeholder('paymentReference')}`,
)

/** Of several payments of an order, the disputed one. */
const paidReference = preparedSelect(
	rows({ paymentReference: transactions.paymentReference }),
	() => sql`FROM ${transactions} WHERE ${transactions.id} IN (
			SELECT paid.id FROM ${appointments} JOIN transactions paid ON paid.appointment_id = ${appointments.id}
				WHERE ${appointments.referenceNumber} = ${placeholder('referenceNumber')}
			UNION ALL SELECT paid.id FROM ${planOrders} JOIN transactions paid ON paid.checkout_id = ${planOrders.checkoutId}
				WHERE ${planOrders.referenceNumber} = ${placeholder('referenceNumber')})
		ORDER BY ${transactions.disputedAt} IS NULL LIMIT 1`,
)

const actsOn = preparedSelect(
	rows({
		kind: shopActs.kind,
		isOperators: flag(sql`${shopActs.keyId} IS NULL`),
		at: shopActs.actedAt,
	}),
	() =>
		sql`FROM ${shopActs} WHERE ${shopActs.subjectId} = ${placeholder('appointmentId')} ORDER BY ${shopActs.actedAt}`,
)

/** Only messages to the booking's contact: their index goes by address. */
const sentMessages = preparedSelect(
	rows({ kind: outbox.kind, at: instant(sql<number>`${outbox.sentAt}`) }),
	() => sql`FROM ${checkouts} CROSS JOIN ${outbox} ON ${outbox.recipientEmail} = ${checkouts.email}
		WHERE ${checkouts.id} = (SELECT ${transactions.checkoutId} FROM ${transactions} WHERE ${transactions.paymentReference} = ${placeholder('paymentReference')})
			AND ${outbox.sentAt} IS NOT NULL
			AND (${outbox.payload} ->> 'paymentReference' = ${placeholder('paymentReference')}
				OR ${outbox.payload} ->> 'checkoutId' = ${checkouts.id}
				OR ${outbox.payload} ->> 'appointmentId' = ${placeholder('appointmentId')}
				OR ${outbox.payload} ->> 'subscriptionId' = ${placeholder('subscriptionId')}
				OR ${outbox.payload} ->> 'bookingId' IN (SELECT ${sessionBookings.id} FROM ${sessionBookings}
					WHERE ${sessionBookings.subscriptionId} = ${placeholder('subscriptionId')}))
		ORDER BY ${outbox.sentAt}`,
)

const problemsByAppointment = preparedSelect(
	rows(pickColumns(appointmentProblems, 'kind', 'words', 'reportedAt', 'resolvedAt', 'answer')),
	() => sql`FROM ${appointmentProblems} WHERE ${appointmentProblems.appointmentId} = ${placeholder('appointmentId')}
		ORDER BY ${appointmentProblems.reportedAt}`,
)

const refundsByPayment = preparedSelect(
	rows(pickColumns(refunds, 'amountKobo', 'reason', 'status', 'requestedAt', 'changedAt')),
	() =>
		sql`FROM ${refunds} WHERE ${refunds.paymentReference} = ${placeholder('paymentReference')} ORDER BY ${refunds.part}`,
)

const planUsage = preparedSelect(
	rows({
		...pickColumns(subscriptionUsage, 'action', 'entriesAfter'),
		sessionStartsAt: nullable(instant(planSessions.startsAt)),
		at: subscriptionUsage.occurredAt,
	}),
	() => sql`FROM ${subscriptionUsage} LEFT JOIN ${planSessions} ON ${planSessions.id} = ${subscriptionUsage.sessionId}
		WHERE ${subscriptionUsage.subscriptionId} = ${placeholder('subscriptionId')} ORDER BY ${subscriptionUsage.occurredAt}`,
)

const attendedSessions = preparedSelect(
	rows({
		startsAt: sessionBookings.startsAt,
		at: instant(sql<number>`${sessionBookings.completedAt}`),
	}),
	() => sql`FROM ${sessionBookings} WHERE ${sessionBookings.subscriptionId} = ${placeholder('subscriptionId')}
		AND ${sessionBookings.completedAt} IS NOT NULL ORDER BY ${sessionBookings.startsAt}`,
)

/** The facts of a payment's appointment or plan, for the operator who answers its dispute. */
export function createDisputeEvidenceRepository(read: Database['read']) {
	return {
		/** By the reference of an appointment or a plan's order; null for none. */
		async paymentReferenceOf(referenceNumber: string): Promise<string | null> {
			const [found] = await read(paidReference({ referenceNumber }))
			return found?.paymentReference ?? null
		},

		/** Null where no money came by that reference. */
		async evidence(paymentReference: string) {
			const [paid] = await read(paidThing({ paymentReference }))
			if (!paid) return null
			const appointmentId = paid.appointment?.appointmentId ?? null
			const subscriptionId = paid.plan?.subscriptionId ?? null
			const [acts, messages, problems, sentBack, usage, attended] = await Promise.all([
				read(actsOn({ appointmentId })),
				read(sentMessages({ paymentReference, appointmentId, subscriptionId })),
				read(problemsByAppointment({ appointmentId })),
				read(refundsByPayment({ paymentReference })),
				read(planUsage({ subscriptionId })),
				read(attendedSessions({ subscriptionId })),
			])
			return { ...paid, acts, messages, problems, refunds: sentBack, usage, attended }
		},
	}
}

export type DisputeEvidenceRepository = ReturnType<typeof createDisputeEvidenceRepository>
export type DisputeEvidence = NonNullable<Awaited<ReturnType<DisputeEvidenceRepository['evidence']>>>
