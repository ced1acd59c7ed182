import { type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import { type PaymentMode, PROVIDER_FEES } from '#app/kernel/vocabulary/payments.ts'
import { feeBearers, pendingPayoutStatuses } from '#app/kernel/vocabulary/payouts.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Database } from '#db/client.server.ts'
import { hasUndecidedPart } from '#db/held-money.server.ts'
import {
	flag,
	instant,
	integer,
	nullable,
	pickColumns,
	rows,
	rowsOrNull,
	text,
	word,
} from '#db/row.server.ts'
import { appointments, checkouts } from '#db/schema/booking.ts'
import { appointmentProblems } from '#db/schema/booking-reviews.ts'
import { ledgerEntries, ledgerLines, paymentAttempts, refunds, transactions } from '#db/schema/payments.ts'
import { payoutItems, payouts, payoutTerms } from '#db/schema/payouts.ts'
import { subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { subscriptionEntries } from '#db/schema/subscriptions-entries.ts'
import { planSessions, sessionBookings } from '#db/schema/subscriptions-sessions.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { placeholder, preparedSelect } from '#db/statement.server.ts'
import type { OpenPayment } from './payment-due.ts'
import type { PayoutShare } from './payout-share.ts'

/** The rest is read with the next payout. Payments with settled parts come first: they may be debts. */
const MAX_PAYMENTS = 2_000

/** With the state that its write must find unchanged. */
export type UnsettledPayment = OpenPayment & {
	shopId: string
	paidAt: Instant
	/** The booking's number, or the plan's title. */
	name: string
	/** The number of its next live item. */
	nextItem: number
	/** Changes with its appointment, its plan's first use, its outcome, its refunds, reports and payouts. */
	asRead: string
}

export type PaidPayment = UnsettledPayment & { row: PayoutShare }

/** The payment's lines on one account, of all its entries. */
const inLedger = (kind: 'shop_due' | 'staff_tips', keys: SQL[]) =>
	sql<number>`coalesce((SELECT -sum(${ledgerLines.amountKobo}) FROM ${ledgerEntries}
		CROSS JOIN ${ledgerLines} ON ${ledgerLines.entryId} = ${ledgerEntries.id}
			AND ${ledgerLines.accountId} = ${sql.raw(`'${kind}:'`)} || ${transactions.shopId} || ':' || ${transactions.currency}
		WHERE ${sql.join(keys, sql` OR `)}), 0)`

const { key } = ledgerEntries
const ofPayment = [
	sql`${key} IN ('booking:' || ${transactions.paymentReference}, 'plan:' || ${transactions.paymentReference}, 'given-back:' || ${transactions.paymentReference})`,
	sql`(${key} > 'changed:' || ${transactions.paymentReference} || ':' AND ${key} < 'changed:' || ${transactions.paymentReference} || ';')`,
]

const feeInLedger = sql<number>`coalesce((SELECT ${ledgerLines.amountKobo} FROM ${ledgerEntries}
	CROSS JOIN ${ledgerLines} ON ${ledgerLines.entryId} = ${ledgerEntries.id}
		AND ${ledgerLines.accountId} = ${`${PROVIDER_FEES}::`} || ${transactions.currency}
	WHERE ${key} = 'payment:' || ${transactions.paymentReference}), 0)`

const liveItems = sql`FROM ${payoutItems} WHERE ${payoutItems.paymentReference} = ${transactions.paymentReference}
	AND ${payoutItems.voidedAt} IS NULL`

const settled = (column: SQL) => sql<number>`coalesce((SELECT sum(${column}) ${liveItems}), 0)`

const pending = sql.raw(pendingPayoutStatuses.map((status) => `'${status}'`).join(', '))

/** The terms in force when the booking was made. */
const terms = (column: SQL, otherwise: SQL) =>
	sql<never>`coalesce((SELECT ${column} FROM ${payoutTerms} WHERE ${payoutTerms.shopId} = ${transactions.shopId}
		AND ${payoutTerms.appliesFrom} <= ${checkouts.createdAt} ORDER BY ${payoutTerms.appliesFrom} DESC LIMIT 1), ${otherwise})`

/**
 * When the plan was first used: an entry of a visit counts at once, of a place from its cut-off on (D46). A place
 * cancelled too late counts from its cancellation.
 */
const firstUsedAt = sql<number | null>`(SELECT min(used_at) FROM (
	SELECT CASE WHEN ${sessionBookings.id} IS NULL THEN ${subscriptionEntries.takenAt}
			ELSE max(${subscriptionEntries.takenAt}, ${sessionBookings.startsAt} - ${placeholder('freeCancellationMs')}) END AS used_at
		FROM ${subscriptionEntries} LEFT JOIN ${sessionBookings} ON ${sessionBookings.id} = ${subscriptionEntries.bookingId}
		WHERE ${subscriptionEntries.subscriptionId} = ${subscriptions.id} AND ${subscriptionEntries.returnedAt} IS NULL
	UNION ALL SELECT ${sessionBookings.cancelledAt} FROM ${sessionBookings}
		CROSS JOIN ${planSessions} ON ${planSessions.id} = ${sessionBookings.sessionId} AND ${planSessions.calledOffAt} IS NULL
		WHERE ${sessionBookings.subscriptionId} = ${subscriptions.id}
			AND ${sessionBookings.cancelledAt} > ${sessionBookings.startsAt} - ${placeholder('freeCancellationMs')}))`

const openProblems = sql`FROM ${appointmentProblems} WHERE ${appointmentProblems.appointmentId} = ${appointments.id}
	AND ${appointmentProblems.resolvedAt} IS NULL AND ${appointmentProblems.kind} IN ('money', 'false_no_show')`

const firstEntryAt = sql`(SELECT min(entry.taken_at) FROM ${subscriptions} plan
	CROSS JOIN ${subscriptionEntries} entry ON entry.subscription_id = plan.id AND entry.returned_at IS NULL
	WHERE plan.checkout_id = ${transactions.checkoutId})`

const fromRefunds = sql`FROM ${refunds} WHERE ${refunds.paymentReference} = ${transactions.paymentReference}`

/** All facts of `paymentDue` that another request may change before the payout is written or sent. */
const paymentState = sql<string>`${transactions.outcome} || ':' || ${transactions.resolvedAt} || ':' || ${transactions.staffTipKobo}
	|| ':' || coalesce(${transactions.disputedAt}, '') || ':' || ${hasUndecidedPart(sql`${transactions.paymentReference}`)}
	|| ':' || (SELECT count(*) || ':' || count(*) FILTER (WHERE ${refunds.status} = 'processed') ${fromRefunds})
	|| ':' || coalesce(${appointments.status} || ${appointments.endsAt} || ':' || ${appointments.completions}
		|| ':' || (SELECT count(*) ${openProblems}), '')
	|| ':' || coalesce(${firstEntryAt}, '') || ':' || (SELECT count(*) || ':' || coalesce(sum(${payoutItems.earnedKobo} + ${payoutItems.tipKobo}), 0) ${liveItems})`

export type PaymentAsRead = Pick<UnsettledPayment, 'paymentReference' | 'asRead'>

/** Whether a payment of the shop changed since it was read; with `isOpen`, also whether it was settled meanwhile. */
export const haveChanged = (
	payments: readonly PaymentAsRead[],
	{ shopId, isOpen }: { shopId: string; isOpen: boolean },
) => sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(payments.map(({ paymentReference, asRead }) => ({ paymentReference, asRead })))}) row
	LEFT JOIN ${transactions} ON ${transactions.paymentReference} = (row.value ->> 'paymentReference')
		AND ${transactions.shopId} = ${shopId} ${isOpen ? sql`AND ${transactions.isPayoutOpen} = 1` : sql``}
	LEFT JOIN ${appointments} ON ${appointments.id} = ${transactions.appointmentId}
	WHERE coalesce(${paymentState}, '') <> (row.value ->> 'asRead'))`

/** Needs the joins of appointment and plan. */
export const paymentName = sql<string>`coalesce(${appointments.referenceNumber}, (SELECT ${subscriptionPlans.title} FROM ${subscriptionPlans}
	WHERE ${subscriptionPlans.id} = ${subscriptions.planId}), ${transactions.description})`

const unsettledPayment = {
	...pickColumns(transactions, 'paymentReference', 'shopId', 'paidAt'),
	name: text(paymentName),
	earnedKobo: integer(inLedger('shop_due', ofPayment)),
	tipKobo: integer(inLedger('staff_tips', ofPayment)),
	feeKobo: integer(feeInLedger),
	settled: rows({
		earnedKobo: integer(settled(sql`${payoutItems.earnedKobo}`)),
		tipKobo: integer(settled(sql`${payoutItems.tipKobo}`)),
		commissionKobo: integer(settled(sql`${payoutItems.commissionKobo}`)),
		paymentFeeKobo: integer(settled(sql`${payoutItems.paymentFeeKobo}`)),
	}),
	nextItem: integer(sql<number>`coalesce((SELECT max(${payoutItems.nth}) + 1 ${liveItems}), 0)`),
	isOnItsWay: flag(sql<boolean>`EXISTS (SELECT 1 ${liveItems} AND EXISTS (SELECT 1 FROM ${payouts}
		WHERE ${payouts.reference} = ${payoutItems.payoutReference} AND ${payouts.status} IN (${pending})))`),
	isDisputed: flag(sql<boolean>`${transactions.disputedAt} IS NOT NULL`),
	isRefundUnderWay: flag(sql<boolean>`EXISTS (SELECT 1 ${fromRefunds} AND ${refunds.status} <> 'processed')`),
	isPartUndecided: flag(hasUndecidedPart(sql`${transactions.paymentReference}`)),
	hasOpenProblem: flag(sql<boolean>`EXISTS (SELECT 1 ${openProblems})`),
	reducedAt: nullable(instant(sql<number>`(SELECT max(${refunds.requestedAt}) ${fromRefunds})`)),
	arrivedLateAt: nullable(
		instant(sql<number>`(SELECT max(late.arrived_late_at) FROM ${payoutItems} item
		CROSS JOIN ${payouts} late ON late.reference = item.payout_reference
		WHERE item.payment_reference = ${transactions.paymentReference} AND item.voided_at IS NULL)`),
	),
	commissionPercent: integer(terms(sql`${payoutTerms.commissionPercent}`, sql`0`)),
	paymentFeeBearer: word(terms(sql`${payoutTerms.paymentFeeBearer}`, sql`'shop'`), feeBearers),
	appointment: rowsOrNull(
		'status',
		rows({
			status: appointments.status,
			isBookedByShop: appointments.isWalkIn,
			...pickColumns(appointments, 'endsAt', 'completedAt', 'missedAt', 'cancelledAt'),
		}),
	),
	plan: rowsOrNull(
		'boughtAt',
		rows({ boughtAt: subscriptions.createdAt, firstUsedAt: nullable(instant(firstUsedAt)) }),
	),
	asRead: text(paymentState),
}
const openPayment = rows(unsettledPayment)

const ofPaymentJoined = sql`CROSS JOIN ${checkouts} ON ${checkouts.id} = ${transactions.checkoutId}
	LEFT JOIN ${appointments} ON ${appointments.id} = ${transactions.appointmentId}
	LEFT JOIN ${subscriptions} ON ${subscriptions.checkoutId} = ${checkouts.id} AND ${transactions.outcome} IN ('subscribed', 'refund')`

const openPayments = (shopId: SQL) =>
	preparedSelect<UnsettledPayment>(
		openPayment,
		() => sql`FROM ${transactions}
			CROSS JOIN ${paymentAttempts} ON ${paymentAttempts.paymentReference} = ${transactions.paymentReference}
				AND ${paymentAttempts.mode} = ${placeholder('mode')}
			${ofPaymentJoined}
			WHERE ${transactions.shopId} = ${shopId} AND ${transactions.isPayoutOpen} = 1
				AND ${transactions.outcome} IN ('booked', 'subscribed', 'refund') AND ${transactions.currency} = 'NGN'
			ORDER BY NOT EXISTS (SELECT 1 ${liveItems}), ${transactions.recordedAt}, ${transactions.paymentReference}
			LIMIT ${MAX_PAYMENTS}`,
	)

const ofShop = openPayments(sql`${placeholder('shopId')}`)
const ofCaller = openPayments(callingShopId(shopCallerPlaceholders))

const ofPayout = preparedSelect<PaidPayment>(
	rows({
		...unsettledPayment,
		row: rows(pickColumns(payoutItems, 'earnedKobo', 'tipKobo', 'commissionKobo', 'paymentFeeKobo')),
	}),
	() => sql`FROM ${payoutItems}
		CROSS JOIN ${transactions} ON ${transactions.paymentReference} = ${payoutItems.paymentReference}
		${ofPaymentJoined}
		WHERE ${payoutItems.payoutReference} = ${placeholder('payoutReference')}`,
)

type Input = {
	/** Money of a test key is not real. */
	mode: PaymentMode
	/** A place cancelled this long before its session returns the entry. */
	freeCancellationMs: number
}

/** Payments whose shop's share may not be settled yet. */
export function createOpenPaymentRepository(read: Database['read']) {
	return {
		openPayments: (shopId: string, input: Input): Promise<UnsettledPayment[]> =>
			read(ofShop({ shopId, ...input })),

		/** Of this payout, as they are now; its own rows count as settled. */
		paymentsOfPayout: (
			payoutReference: string,
			{ freeCancellationMs }: Pick<Input, 'freeCancellationMs'>,
		): Promise<PaidPayment[]> => read(ofPayout({ payoutReference, freeCancellationMs })),

		openPaymentsOfCaller: (caller: ShopCaller, input: Input): Promise<UnsettledPayment[]> =>
			read(ofCaller({ ...caller, ...input })),
	}
}
