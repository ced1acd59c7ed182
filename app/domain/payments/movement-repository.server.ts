import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type MovementKind, movementKinds, refundStatuses } from '#app/kernel/vocabulary/payments.ts'
import { actorAsked, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { decode, flag, integer, json, nullable, rows, text, word } from '#db/row.server.ts'
import { savingNames } from '#db/saving-names.server.ts'
import {
	appointmentAddOns,
	appointmentServices,
	appointments,
	checkouts,
	clients,
} from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { cashbackAccounts, cashbackWriteOffs, rewards } from '#db/schema/loyalty.ts'
import { ledgerAccounts, ledgerEntries, ledgerLines, refunds, transactions } from '#db/schema/payments.ts'
import { planOrders, subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { preparedRead, preparedSelect } from '#db/statement.server.ts'
import type { MoneySums, Movement, MovementCursor, MovementId, ReceiptMovement } from './movement.ts'

/** Which movements are listed, newest first. */
export type MovementsAsked = {
	sinceAt: Instant
	/** Not included. */
	untilAt: Instant
	after: MovementCursor | null
	limit: number
}

/** After every movement of any time. */
const beginning: MovementCursor = { at: Number.MAX_SAFE_INTEGER, kind: 'paid', id: '' }

const movementColumns = {
	kind: word('kind', movementKinds),
	id: text('id'),
	at: integer('at'),
	amountKobo: integer('amount_kobo'),
	currency: text('currency'),
	refundStatus: nullable(word('refund_status', refundStatuses)),
	isDisputed: flag('is_disputed'),
	label: text('label'),
	serviceNames: json<string[]>('service_names'),
	referenceNumber: nullable(text('reference_number')),
	paymentReference: nullable(text('payment_reference')),
	shopName: text('shop_name'),
	timeZone: text('time_zone'),
}
const toMovement = decode(movementColumns)
const toReceiptMovement = decode({
	...movementColumns,
	shop: decode({ address: text('address'), area: text('area'), city: text('city') }),
	bill: nullable(json<NonNullable<ReceiptMovement['bill']>>('bill')),
})

/** The movements of the actor: of client rows that carry their user id (D8), and of what their account holds (D35). */
export function createMovementRepository(read: Database['read']) {
	const listMovements = (actor: Actor, asked: MovementsAsked): Promise<Movement[]> => {
		const { sinceAt, untilAt, after, limit } = asked
		const { at: afterAt, kind: afterKind, id: afterId } = after ?? beginning
		return read(pageOfMovements({ ...actor, sinceAt, untilAt, afterAt, afterKind, afterId, limit }))
	}
	return {
		/** A page of all movements between two instants, newest first (D20). */
		listMovements,

		/** The newest movements of all. */
		recentMovements: (actor: Actor, limit: number): Promise<Movement[]> =>
			listMovements(actor, { sinceAt: 0, untilAt: Number.MAX_SAFE_INTEGER, after: null, limit }),

		/** The actor's money between two instants: what was paid, came back, was kept by shops, and saved on visits. */
		async moneyBetween(
			actor: Actor,
			{ sinceAt, untilAt }: Pick<MovementsAsked, 'sinceAt' | 'untilAt'>,
		): Promise<MoneySums> {
			const [sums] = await read(sumsBetween({ ...actor, sinceAt, untilAt }))
			return sums ?? { paidKobo: 0, refundedKobo: 0, keptKobo: 0, savedKobo: 0 }
		},

		/** One movement of the actor with its bill; null for an unknown one, or another customer's. */
		async findMovement(actor: Actor, { kind, id }: MovementId): Promise<ReceiptMovement | null> {
			const [movement] = await read(oneMovement[kind]({ ...actor, kind, id }))
			return movement ?? null
		},
	}
}

/** The few client rows of the actor; CROSS JOIN from here on goes to what hangs on each. */
const ownClients = sql`(SELECT ${clients.id} FROM ${clients} WHERE ${clients.userId} = ${actorUserId(actorAsked)}) client`

/** Money that arrived online, with the checkout that it was for. */
const ownPayments = sql`${ownClients} CROSS JOIN ${checkouts} ON ${checkouts.clientId} = client.id
	CROSS JOIN ${transactions} ON ${transactions.checkoutId} = ${checkouts.id}`

/** A row of the union. Each source names the same columns in the same order. */
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

/**
 * A disputed payment is not kept: the bank decides about it. Where the time of a no-show was not stored, its start
 * stands for it.
 */
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
		WHERE ${transactions.outcome} = 'booked' AND ${transactions.disputedAt} IS NULL
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

/** The title of the plan that a checkout buys, as the payments of plans say it. */
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
		WHERE ${subscriptions.userId} = ${actorUserId(actorAsked)} AND ${checkouts.paymentChoice} <> 'online'
			AND ${checkouts.totalKobo} > ${checkouts.cashbackKobo}`,
)

/** What an entry of the ledger is to the customer, by its kind. */
const movementOfEntry = {
	cashback: 'cashback_earned',
	'cashback-undone': 'cashback_taken_back',
	'cashback-refunded': 'cashback_taken_back',
	'cashback-repaid': 'cashback_taken_back',
	'cashback-spent': 'cashback_spent',
	'cashback-returned': 'cashback_returned',
	referral: 'referral_earned',
	'referral-undone': 'referral_taken_back',
} as const satisfies Record<string, MovementKind>

const cashbackKind = sql`CASE ${ledgerEntries.kind} ${sql.join(
	Object.entries(movementOfEntry).map(([kind, movement]) => sql`WHEN ${kind} THEN ${movement}`),
	sql` `,
)} END`

/** Of accounts by the beginning of their id, which is indexed: 'cashback:<owner>:<currency>'. */
const cashback = source(
	{
		kind: cashbackKind,
		id: sql`${ledgerEntries.id}`,
		at: sql`${ledgerEntries.occurredAt}`,
		amountKobo: sql`abs(${ledgerLines.amountKobo})`,
		currency: sql`${ledgerAccounts.currency}`,
		shopId: sql`${cashbackAccounts.shopId}`,
		// A referral names the visit of the friend, of whom nothing is told. What pays a write-off names that.
		appointmentId: sql`CASE WHEN ${ledgerEntries.kind} = 'cashback-repaid' THEN (SELECT ${cashbackWriteOffs.appointmentId} FROM ${cashbackWriteOffs}
				WHERE ${cashbackWriteOffs.id} = ${ledgerEntries.subjectId} AND ${cashbackWriteOffs.reason} <> 'referral_undone')
			WHEN ${ledgerEntries.kind} NOT LIKE 'referral%' THEN ${ledgerEntries.subjectId} END`,
		// Cashback that paid for a plan names the plan's checkout.
		label: sql`coalesce(${planLabel(sql`${ledgerEntries.subjectId}`)}, '')`,
	},
	sql`FROM ${cashbackAccounts}
		CROSS JOIN ${ledgerAccounts} ON ${ledgerAccounts.id} >= 'cashback:' || ${cashbackAccounts.id} || ':'
			AND ${ledgerAccounts.id} < 'cashback:' || ${cashbackAccounts.id} || ';'
		CROSS JOIN ${ledgerLines} ON ${ledgerLines.accountId} = ${ledgerAccounts.id}
		CROSS JOIN ${ledgerEntries} ON ${ledgerEntries.id} = ${ledgerLines.entryId}
		WHERE ${cashbackAccounts.userId} = ${actorUserId(actorAsked)} AND ${cashbackKind} IS NOT NULL`,
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
	sql`FROM ${rewards} WHERE ${rewards.userId} = ${actorUserId(actorAsked)}`,
)

const rewardUsed = source(
	{ ...ofReward, kind: sql`'reward_used'`, at: sql`${rewards.usedAt}`, appointmentId: sql`NULL` },
	sql`FROM ${rewards} WHERE ${rewards.userId} = ${actorUserId(actorAsked)} AND ${rewards.usedAt} IS NOT NULL`,
)

/** Where the movements of each kind are read from; one source may give several kinds. */
const sourceOf: Record<MovementKind, SQL> = {
	paid: paidOnline,
	deposit: paidOnline,
	refund: refunded,
	kept,
	paid_at_shop: sql`${paidAtShop} UNION ALL ${planPaidAtShop}`,
	cashback_earned: cashback,
	cashback_taken_back: cashback,
	cashback_spent: cashback,
	cashback_returned: cashback,
	referral_earned: cashback,
	referral_taken_back: cashback,
	reward_earned: rewardEarned,
	reward_used: rewardUsed,
}

const asked = (name: keyof MovementsAsked | 'afterAt' | 'afterKind' | 'afterId') => sql.placeholder(name)
const newestFirst = sql`ORDER BY at DESC, kind DESC, id DESC LIMIT ${asked('limit')}`

/**
 * A page of each source, and of these together the page: shops and services are looked up only for the rows of the
 * page.
 */
const pageOfMovements = preparedRead(
	withDetails(
		sql`SELECT * FROM (${sql.join(
			[...new Set(Object.values(sourceOf))].map(
				(rows) =>
					sql`SELECT * FROM (SELECT * FROM (${rows}) WHERE at >= ${asked('sinceAt')} AND at < ${asked('untilAt')}
						AND (at, kind, id) < (${asked('afterAt')}, ${asked('afterKind')}, ${asked('afterId')}) ${newestFirst})`,
			),
			sql` UNION ALL `,
		)}) ${newestFirst}`,
	),
	toMovement,
)

/**
 * A refund counts once it was sent. What a visit saved counts when it is completed: discounts, rewards and cashback.
 */
const sumsBetween = preparedSelect(
	rows({
		paidKobo: integer(
			sql`coalesce(sum(CASE WHEN kind IN ('paid', 'deposit', 'paid_at_shop') THEN amount_kobo END), 0)`,
		),
		refundedKobo: integer(sql`coalesce(sum(CASE WHEN kind = 'refund' THEN amount_kobo END), 0)`),
		keptKobo: integer(sql`coalesce(sum(CASE WHEN kind = 'kept' THEN amount_kobo END), 0)`),
		savedKobo: integer(sql`coalesce(sum(CASE WHEN kind = 'saved' THEN amount_kobo END), 0)`),
	}),
	sql`FROM (${sql.join(
		[paidOnline, refunded, kept, paidAtShop, planPaidAtShop].map(
			(
				movements,
			) => sql`SELECT kind, amount_kobo FROM (${movements}) WHERE at >= ${asked('sinceAt')} AND at < ${asked('untilAt')}
					AND currency = 'NGN' AND coalesce(refund_status, 'processed') = 'processed'`,
		),
		sql` UNION ALL `,
	)} UNION ALL SELECT 'saved', ${appointments.discountKobo} + ${appointments.cashbackKobo}
			FROM ${ownClients} CROSS JOIN ${appointments} ON ${appointments.clientId} = client.id
			WHERE ${appointments.status} = 'COMPLETED' AND ${appointments.startsAt} >= ${asked('sinceAt')}
				AND ${appointments.startsAt} < ${asked('untilAt')})`,
)

/** The services of the visit in order, then its add-ons. */
const billItems = sql`SELECT json_group_array(json_object('label', item.name, 'amountKobo', item.price_kobo)) FROM (
	SELECT ${appointmentServices.name} AS name, ${appointmentServices.priceKobo} AS price_kobo, ${appointmentServices.position} AS place
		FROM ${appointmentServices} WHERE ${appointmentServices.appointmentId} = movement.appointment_id
	UNION ALL SELECT ${appointmentAddOns.name}, ${appointmentAddOns.priceKobo}, 1000 FROM ${appointmentAddOns}
		WHERE ${appointmentAddOns.appointmentId} = movement.appointment_id ORDER BY place) item`

const receiptColumns = sql`, ${shops.address}, ${shops.area}, ${shops.city},
	CASE WHEN ${appointments.id} IS NOT NULL THEN json_object('items', json((${billItems})), 'discountKobo', ${appointments.discountKobo},
		'tipKobo', ${appointments.tipKobo}, 'totalKobo', ${appointments.totalKobo}, 'cashbackKobo', ${appointments.cashbackKobo},
		'rewardLabel', ${savingNames.rewardLabel}, 'promoCode', ${savingNames.promoCode}, 'friendCode', ${savingNames.friendCode}) END AS bill`

const oneMovement = Object.fromEntries(
	movementKinds.map((kind) => [
		kind,
		preparedRead(
			withDetails(
				sql`SELECT * FROM (${sourceOf[kind]}) WHERE kind = ${sql.placeholder('kind')} AND id = ${sql.placeholder('id')}`,
				receiptColumns,
			),
			toReceiptMovement,
		),
	]),
) as Record<MovementKind, ReturnType<typeof preparedRead<ReceiptMovement>>>

function withDetails(rows: SQL, moreColumns = sql``): SQL {
	return sql`WITH movement AS MATERIALIZED (${rows})
		SELECT movement.*, ${shops.name} AS shop_name, ${shops.timeZone}, ${appointments.referenceNumber},
			(SELECT json_group_array(item.name) FROM (SELECT ${appointmentServices.name} AS name FROM ${appointmentServices}
				WHERE ${appointmentServices.appointmentId} = movement.appointment_id ORDER BY ${appointmentServices.position}) item) AS service_names ${moreColumns}
		FROM movement CROSS JOIN ${shops} ON ${shops.id} = movement.shop_id
		LEFT JOIN ${appointments} ON ${appointments.id} = movement.appointment_id
		ORDER BY movement.at DESC, movement.kind DESC, movement.id DESC`
}
