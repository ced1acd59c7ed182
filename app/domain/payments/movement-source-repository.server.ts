import { type SQL, sql } from 'drizzle-orm'
import type { MovementKind } from '#app/kernel/vocabulary/payments.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import { isPaymentHeld } from '#db/held-money.server.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { rewards } from '#db/schema/loyalty.ts'
import { cashbackAccounts, cashbackWriteOffs } from '#db/schema/loyalty-cashback.ts'
import { ledgerAccounts, ledgerEntries, ledgerLines, refunds, transactions } from '#db/schema/payments.ts'
import { planOrders, subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'

/** Stands first: it has few rows, and each CROSS JOIN looks up what belongs to one. */
export const ownClients = sql`(SELECT ${clients.id} FROM ${clients} WHERE ${clients.userId} = ${actorUserId(actorPlaceholders)}) client`

const ownPayments = sql`${ownClients} CROSS JOIN ${checkouts} ON ${checkouts.clientId} = client.id
	CROSS JOIN ${transactions} ON ${transactions.checkoutId} = ${checkouts.id}`

/** Each source names the same columns in the same order. */
type SourceColumns = {
	kind: SQL
	id: SQL
	at: SQL
	amountKobo: SQL
	currency: SQL
	shopId: SQL
	appointmentId: SQL
	paymentReference?: SQL
	refundStatus?: SQL
	isDisputed?: SQL
	label?: SQL
}

function source(columns: SourceColumns, from: SQL): SQL {
	const {
		paymentReference = sql`NULL`,
		refundStatus = sql`NULL`,
		isDisputed = sql`0`,
		label = sql`''`,
	} = columns
	return sql`SELECT ${columns.kind} AS kind, ${columns.id} AS id, ${columns.at} AS at, ${columns.amountKobo} AS amount_kobo,
		${columns.currency} AS currency, ${columns.shopId} AS shop_id, ${columns.appointmentId} AS appointment_id,
		${paymentReference} AS payment_reference, ${refundStatus} AS refund_status, ${isDisputed} AS is_disputed,
		${label} AS label ${from}`
}

const ofPayment = {
	amountKobo: sql`${transactions.amountKobo}`,
	currency: sql`${transactions.currency}`,
	shopId: sql`${transactions.shopId}`,
	appointmentId: sql`${transactions.appointmentId}`,
	paymentReference: sql`${transactions.paymentReference}`,
	label: sql`${transactions.description}`,
}

const paidOnline = source(
	{
		...ofPayment,
		kind: sql`CASE WHEN ${transactions.amountKobo} < ${checkouts.totalKobo} - ${checkouts.cashbackKobo} THEN 'deposit' ELSE 'paid' END`,
		id: sql`${transactions.id}`,
		at: sql`${transactions.paidAt}`,
		isDisputed: sql`(${transactions.disputedAt} IS NOT NULL)`,
	},
	sql`FROM ${ownPayments}`,
)

const refunded = source(
	{
		...ofPayment,
		kind: sql`'refund'`,
		id: sql`${refunds.id}`,
		at: sql`${refunds.requestedAt}`,
		amountKobo: sql`${refunds.amountKobo}`,
		currency: sql`${refunds.currency}`,
		refundStatus: sql`${refunds.status}`,
	},
	sql`FROM ${ownPayments} CROSS JOIN ${refunds} ON ${refunds.paymentReference} = ${transactions.paymentReference}`,
)

/** A held payment is not kept: its money is undecided. A no-show without a stored time counts at its start. */
const kept = source(
	{
		...ofPayment,
		kind: sql`'kept'`,
		amountKobo: sql`${transactions.amountKobo} - (SELECT coalesce(sum(${refunds.amountKobo}), 0) FROM ${refunds}
			WHERE ${refunds.paymentReference} = ${transactions.paymentReference})`,
		id: sql`${appointments.id}`,
		at: sql`coalesce(${appointments.cancelledAt}, ${appointments.missedAt}, ${appointments.startsAt})`,
	},
	sql`FROM ${ownPayments} CROSS JOIN ${appointments} ON ${appointments.id} = ${transactions.appointmentId}
		WHERE ${transactions.outcome} = 'booked' AND NOT ${isPaymentHeld}
			AND ${appointments.status} IN ('CANCELLED', 'NO_SHOW')
			AND ${transactions.amountKobo} > (SELECT coalesce(sum(${refunds.amountKobo}), 0) FROM ${refunds}
				WHERE ${refunds.paymentReference} = ${transactions.paymentReference})`,
)

const paidAtShop = source(
	{
		kind: sql`'paid_at_shop'`,
		id: sql`${appointments.id}`,
		at: sql`coalesce(${appointments.transferPaidAt}, ${appointments.completedAt})`,
		amountKobo: sql`${appointments.paidAtShopKobo}`,
		currency: sql`'NGN'`,
		shopId: sql`${appointments.shopId}`,
		appointmentId: sql`${appointments.id}`,
	},
	sql`FROM ${ownClients} CROSS JOIN ${appointments} ON ${appointments.clientId} = client.id
		WHERE coalesce(${appointments.transferPaidAt}, ${appointments.completedAt}) IS NOT NULL AND ${appointments.paidAtShopKobo} > 0`,
)

/** A plan's name, as payments of plans describe it. */
const planLabel = (
	checkoutId: SQL,
) => sql`(SELECT ${subscriptionPlans.title} || ' at ' || ${shops.name} FROM ${planOrders}
	JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${planOrders.planId} JOIN ${shops} ON ${shops.id} = ${subscriptionPlans.shopId}
	WHERE ${planOrders.checkoutId} = ${checkoutId})`

const planPaidAtShop = source(
	{
		kind: sql`'paid_at_shop'`,
		id: sql`${subscriptions.id}`,
		at: sql`${subscriptions.createdAt}`,
		amountKobo: sql`${checkouts.totalKobo} - ${checkouts.cashbackKobo}`,
		currency: sql`'NGN'`,
		shopId: sql`${subscriptions.shopId}`,
		appointmentId: sql`NULL`,
		label: planLabel(sql`${checkouts.id}`),
	},
	sql`FROM ${subscriptions} CROSS JOIN ${checkouts} ON ${checkouts.id} = ${subscriptions.checkoutId}
		WHERE ${subscriptions.userId} = ${actorUserId(actorPlaceholders)} AND ${checkouts.paymentChoice} <> 'online'
			AND ${checkouts.totalKobo} > ${checkouts.cashbackKobo}`,
)

/** The customer's view of a ledger entry. */
const movementOfEntry = {
	cashback: 'cashback_earned',
	'cashback-undone': 'cashback_reversed',
	'cashback-refunded': 'cashback_reversed',
	'cashback-repaid': 'cashback_reversed',
	'cashback-spent': 'cashback_spent',
	'cashback-returned': 'cashback_returned',
	referral: 'referral_earned',
	'referral-undone': 'referral_taken_back',
} as const satisfies Record<string, MovementKind>

const cashbackKind = sql`CASE ${ledgerEntries.kind} ${sql.join(
	Object.entries(movementOfEntry).map(([kind, movement]) => sql`WHEN ${kind} THEN ${movement}`),
	sql` `,
)} END`

/** The beginning of an account's id is indexed: 'cashback:<owner>:<currency>'. */
const cashback = source(
	{
		kind: cashbackKind,
		id: sql`${ledgerEntries.id}`,
		at: sql`${ledgerEntries.occurredAt}`,
		amountKobo: sql`abs(${ledgerLines.amountKobo})`,
		currency: sql`${ledgerAccounts.currency}`,
		shopId: sql`${cashbackAccounts.shopId}`,
		// A referral's subject is the friend's appointment, which stays hidden. A repayment's subject is its write-off.
		appointmentId: sql`CASE WHEN ${ledgerEntries.kind} = 'cashback-repaid' THEN (SELECT ${cashbackWriteOffs.appointmentId} FROM ${cashbackWriteOffs}
				WHERE ${cashbackWriteOffs.id} = ${ledgerEntries.subjectId} AND ${cashbackWriteOffs.reason} <> 'referral_undone')
			WHEN ${ledgerEntries.kind} NOT LIKE 'referral%' THEN ${ledgerEntries.subjectId} END`,
		// The subject of cashback that paid for a plan is the plan's checkout.
		label: sql`coalesce(${planLabel(sql`${ledgerEntries.subjectId}`)}, '')`,
	},
	sql`FROM ${cashbackAccounts}
		CROSS JOIN ${ledgerAccounts} ON ${ledgerAccounts.id} >= 'cashback:' || ${cashbackAccounts.id} || ':'
			AND ${ledgerAccounts.id} < 'cashback:' || ${cashbackAccounts.id} || ';'
		CROSS JOIN ${ledgerLines} ON ${ledgerLines.accountId} = ${ledgerAccounts.id}
		CROSS JOIN ${ledgerEntries} ON ${ledgerEntries.id} = ${ledgerLines.entryId}
		WHERE ${cashbackAccounts.userId} = ${actorUserId(actorPlaceholders)} AND ${cashbackKind} IS NOT NULL`,
)

const ofReward = {
	id: sql`${rewards.id}`,
	amountKobo: sql`0`,
	currency: sql`'NGN'`,
	shopId: sql`${rewards.shopId}`,
	label: sql`${rewards.description}`,
}

const rewardEarned = source(
	{
		...ofReward,
		kind: sql`'reward_earned'`,
		at: sql`${rewards.earnedAt}`,
		appointmentId: sql`${rewards.appointmentId}`,
	},
	sql`FROM ${rewards} WHERE ${rewards.userId} = ${actorUserId(actorPlaceholders)}`,
)

const rewardUsed = source(
	{ ...ofReward, kind: sql`'reward_used'`, at: sql`${rewards.usedAt}`, appointmentId: sql`NULL` },
	sql`FROM ${rewards} WHERE ${rewards.userId} = ${actorUserId(actorPlaceholders)} AND ${rewards.usedAt} IS NOT NULL`,
)

export const moneySources = [paidOnline, refunded, kept, paidAtShop, planPaidAtShop]

/** One source may give several kinds. */
export const movementSources: Record<MovementKind, SQL> = {
	paid: paidOnline,
	deposit: paidOnline,
	refund: refunded,
	kept,
	paid_at_shop: sql`${paidAtShop} UNION ALL ${planPaidAtShop}`,
	cashback_earned: cashback,
	cashback_reversed: cashback,
	cashback_spent: cashback,
	cashback_returned: cashback,
	referral_earned: cashback,
	referral_taken_back: cashback,
	reward_earned: rewardEarned,
	reward_used: rewardUsed,
}
