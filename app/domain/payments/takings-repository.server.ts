import { type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Database } from '#db/client.server.ts'
import { isPaymentHeld } from '#db/held-money.server.ts'
import { instant, integer, nullable, rows, text, word } from '#db/row.server.ts'
import { appointments, checkouts } from '#db/schema/booking.ts'
import { appointmentAddOns, appointmentServices } from '#db/schema/booking-services.ts'
import { addOns, services, staffMembers } from '#db/schema/discovery.ts'
import { rewards, rewardUses } from '#db/schema/loyalty.ts'
import { ledgerEntries, ledgerLines, refunds, transactions } from '#db/schema/payments.ts'
import { planOrders, subscriptionPlans, subscriptions } from '#db/schema/subscriptions.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { placeholder, preparedRead, preparedSelect } from '#db/statement.server.ts'
import { type TakingsFileLine, type TakingsPart, takingsItems, takingsWays } from './takings.ts'
import { QUARTER_MS, type TakingsWindow } from './takings-period.server.ts'

const shopId = callingShopId(shopCallerPlaceholders)
const isInWindow = (at: SQL) => sql`${at} >= ${placeholder('fromAt')} AND ${at} < ${placeholder('untilAt')}`

/** The shop's ledger lines of the period, by the time of entry, as in the payout report. */
const ledgerLinesOfKinds = (kinds: SQL) => sql`json_each(${kinds}) known
	CROSS JOIN ledger_accounts account ON account.id = known.value || ':' || ${shopId} || ':NGN'
	CROSS JOIN ${ledgerLines} line ON line.account_id = account.id
	CROSS JOIN ${ledgerEntries} entry ON entry.id = line.entry_id AND ${isInWindow(sql`entry.recorded_at`)}`

const paidOnline = sql`SELECT ${transactions.appointmentId} AS appointment_id, ${transactions.checkoutId} AS checkout_id,
		entry.recorded_at AS at, CASE WHEN entry.kind IN ('booking', 'plan') THEN 'online' ELSE 'refunded' END AS way,
		CASE account.kind WHEN 'shop_due' THEN -line.amount_kobo ELSE 0 END AS amount_kobo,
		CASE account.kind WHEN 'staff_tips' THEN -line.amount_kobo ELSE 0 END AS tip_kobo,
		entry.kind IN ('booking', 'plan') AS is_first
	FROM ${ledgerLinesOfKinds(sql`'["shop_due","staff_tips"]'`)}
	CROSS JOIN ${transactions} ON ${transactions.paymentReference} = entry.subject_id`

/** Worded as in the index: the mark of a transfer, else the completion. */
export const paidAtShopAt = sql`(CASE WHEN ${appointments.transferPaidAt} IS NULL THEN ${appointments.completedAt} ELSE ${appointments.transferPaidAt} END)`

/** The part of the tip that was not paid online. */
const tipAtShopKobo = sql`min(${appointments.paidAtShopKobo}, max(0, ${appointments.tipKobo} - coalesce(
	(SELECT ${transactions.staffTipKobo} FROM ${transactions}
		WHERE ${transactions.appointmentId} = ${appointments.id} AND ${transactions.outcome} = 'booked'), 0)))`

const takingsWay = (paymentMethod: SQL) =>
	sql`CASE WHEN ${checkouts.paymentChoice} = 'online' THEN 'balance' ELSE lower(${paymentMethod}) END`

const paidAtShop = sql`SELECT ${appointments.id}, ${appointments.checkoutId}, ${paidAtShopAt}, ${takingsWay(sql`${appointments.paymentMethod}`)},
		${appointments.paidAtShopKobo} - ${tipAtShopKobo}, ${tipAtShopKobo},
		NOT EXISTS (SELECT 1 FROM ${transactions} WHERE ${transactions.appointmentId} = ${appointments.id})
	FROM ${appointments} CROSS JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
	WHERE ${appointments.shopId} = ${shopId} AND ${isInWindow(paidAtShopAt)} AND ${appointments.paidAtShopKobo} > 0`

const plansPaidAtShop = sql`SELECT NULL, ${checkouts.id}, ${subscriptions.createdAt}, ${takingsWay(sql`${checkouts.paymentMethod}`)},
		${checkouts.totalKobo} - ${checkouts.cashbackKobo}, 0, 1
	FROM ${subscriptions} CROSS JOIN ${checkouts} ON ${checkouts.id} = ${subscriptions.checkoutId}
	WHERE ${subscriptions.shopId} = ${shopId} AND ${isInWindow(sql`${subscriptions.createdAt}`)}
		AND ${checkouts.paymentChoice} <> 'online' AND ${checkouts.totalKobo} > ${checkouts.cashbackKobo}`

/** An add-on belongs to the person of the first service. */
const itemsOfVisits = sql`SELECT visit.id AS appointment_id, 'service' AS item, ${appointmentServices.serviceId} AS item_id,
		${appointmentServices.staffMemberId} AS person_id, ${appointmentServices.priceKobo} AS price_kobo, ${appointmentServices.position} AS place
	FROM visit CROSS JOIN ${appointmentServices} ON ${appointmentServices.appointmentId} = visit.id
	UNION ALL
	SELECT visit.id, 'add_on', ${appointmentAddOns.addOnId}, (SELECT ${appointmentServices.staffMemberId} FROM ${appointmentServices}
			WHERE ${appointmentServices.appointmentId} = visit.id ORDER BY ${appointmentServices.position} LIMIT 1),
		${appointmentAddOns.priceKobo}, 1000
	FROM visit CROSS JOIN ${appointmentAddOns} ON ${appointmentAddOns.appointmentId} = visit.id`

/**
 * Divides money among an appointment's items by price, equally where all are free. Each share is the difference of two
 * rounded sums, so that the shares add up exactly.
 */
const takingsShare = (kobo: SQL) =>
	sql`CASE part.whole WHEN 0 THEN ${kobo} * part.nth / part.parts - ${kobo} * (part.nth - 1) / part.parts
		ELSE ${kobo} * part.upto / part.whole - ${kobo} * (part.upto - part.price_kobo) / part.whole END`

/** NULL where the time is in the period in every zone, else its quarter of an hour: each zone's days begin at one. */
const takingsQuarter = (
	at: SQL,
) => sql`CASE WHEN ${at} >= ${placeholder('sureFromAt')} AND ${at} < ${placeholder('sureUntilAt')} THEN NULL
	ELSE ${at} / ${sql.raw(String(QUARTER_MS))} END`

/** A discount stands with the first payment of its appointment. */
const sharesOfWindow = sql`WITH money AS MATERIALIZED (${paidOnline} UNION ALL ${paidAtShop} UNION ALL ${plansPaidAtShop}),
		visit AS MATERIALIZED (SELECT DISTINCT appointment_id AS id FROM money WHERE appointment_id IS NOT NULL),
		part AS MATERIALIZED (SELECT appointment_id, item, item_id, person_id, price_kobo,
				sum(price_kobo) OVER (PARTITION BY appointment_id) AS whole, count(*) OVER (PARTITION BY appointment_id) AS parts,
				sum(price_kobo) OVER (PARTITION BY appointment_id ORDER BY place, item_id) AS upto,
				row_number() OVER (PARTITION BY appointment_id ORDER BY place, item_id) AS nth
			FROM (${itemsOfVisits})),
		share AS (SELECT money.at, money.checkout_id, ${appointments.referenceNumber} AS reference_number, money.way,
				part.item, part.item_id, part.person_id,
				${takingsShare(sql`money.amount_kobo`)} AS amount_kobo, ${takingsShare(sql`money.tip_kobo`)} AS tip_kobo,
				money.is_first * ${takingsShare(sql`${appointments.discountKobo}`)} AS discount_kobo
			FROM money CROSS JOIN ${appointments} ON ${appointments.id} = money.appointment_id
				CROSS JOIN part ON part.appointment_id = money.appointment_id
			UNION ALL
			SELECT money.at, money.checkout_id, ${planOrders.referenceNumber}, money.way, 'plan', ${planOrders.planId}, NULL,
				money.amount_kobo, money.tip_kobo,
				money.is_first * (SELECT ${checkouts.discountKobo} FROM ${checkouts} WHERE ${checkouts.id} = money.checkout_id)
			FROM money CROSS JOIN ${planOrders} ON ${planOrders.checkoutId} = money.checkout_id WHERE money.appointment_id IS NULL)`

const itemName = sql<string>`CASE item WHEN 'service' THEN (SELECT ${services.name} FROM ${services} WHERE ${services.id} = item_id)
		WHEN 'add_on' THEN (SELECT ${addOns.name} FROM ${addOns} WHERE ${addOns.id} = item_id)
		ELSE (SELECT ${subscriptionPlans.title} FROM ${subscriptionPlans} WHERE ${subscriptionPlans.id} = item_id) END`

const personName = sql<string>`(SELECT trim(${staffMembers.firstName} || ' ' || ${staffMembers.lastName}) FROM ${staffMembers}
		WHERE ${staffMembers.id} = person_id)`

const partFields = {
	way: word(sql<string>`way`, takingsWays),
	item: word(sql<string>`item`, takingsItems),
	itemId: text(sql<string>`item_id`),
	itemName: text(itemName),
	personId: nullable(text(sql<string>`person_id`)),
	personName: nullable(text(personName)),
	amountKobo: integer(sql<number>`amount_kobo`),
	tipKobo: integer(sql<number>`tip_kobo`),
}

const partRow = rows({ quarter: nullable(integer(sql<number>`quarter`)), ...partFields })

const partsOfWindow = preparedRead(
	() => sql`${sharesOfWindow}
		SELECT ${partRow.columns}
		FROM (SELECT ${takingsQuarter(sql`share.at`)} AS quarter, way, item, item_id, person_id, sum(amount_kobo) AS amount_kobo,
				sum(tip_kobo) AS tip_kobo FROM share GROUP BY 1, way, item, item_id, person_id)
		WHERE amount_kobo <> 0 OR tip_kobo <> 0
		ORDER BY quarter, way, "itemName", item_id, "personName", person_id`,
	partRow.read,
)

const fileLineRow = rows({
	at: instant(sql<number>`at`),
	referenceNumber: text(sql<string>`reference_number`),
	customer: nullable(
		text(sql<string>`(SELECT trim(${checkouts.firstName} || ' ' || ${checkouts.lastName}) FROM ${checkouts}
			WHERE ${checkouts.id} = checkout_id)`),
	),
	discountKobo: integer(sql<number>`discount_kobo`),
	...partFields,
})

/** The shop's and the tips' accounts of one payment are one line; both carry its discount. */
const fileLinesOfWindow = preparedRead(
	() => sql`${sharesOfWindow}
		SELECT ${fileLineRow.columns}
		FROM (SELECT at, checkout_id, reference_number, way, item, item_id, person_id, sum(amount_kobo) AS amount_kobo,
				sum(tip_kobo) AS tip_kobo, max(discount_kobo) AS discount_kobo
			FROM share GROUP BY at, checkout_id, reference_number, way, item, item_id, person_id)
		WHERE amount_kobo <> 0 OR tip_kobo <> 0
		ORDER BY at, reference_number, way, "itemName", item_id, "personName", person_id`,
	fileLineRow.read,
)

/** Worded as in the index. */
const undoneAt = sql`(CASE WHEN ${appointments.cancelledAt} IS NOT NULL THEN ${appointments.cancelledAt}
	WHEN ${appointments.missedAt} IS NOT NULL THEN ${appointments.missedAt} ELSE ${appointments.startsAt} END)`

const besideKinds = ['kept', 'cashback_spent', 'cashback_given', 'reward_used'] as const

/** `quarter` is first: GROUP BY names it by its position. */
const besideRow = rows({
	quarter: nullable(integer(sql<number>`${takingsQuarter(sql`beside.at`)}`)),
	kind: word(sql<string>`kind`, besideKinds),
	count: integer(sql<number>`count(*)`),
	amountKobo: integer(sql<number>`sum(amount_kobo)`),
})

const kept = sql`SELECT ${undoneAt} AS at, 'kept' AS kind,
		${transactions.amountKobo} - (SELECT coalesce(sum(${refunds.amountKobo}), 0) FROM ${refunds}
			WHERE ${refunds.paymentReference} = ${transactions.paymentReference}) AS amount_kobo
	FROM ${appointments} CROSS JOIN ${transactions} ON ${transactions.appointmentId} = ${appointments.id}
	WHERE ${appointments.shopId} = ${shopId} AND ${isInWindow(undoneAt)} AND ${appointments.status} IN ('CANCELLED', 'NO_SHOW')
		AND ${appointments.paidKobo} > 0 AND ${transactions.outcome} = 'booked' AND NOT ${isPaymentHeld}`

const cashback = sql`SELECT entry.recorded_at, CASE account.kind WHEN 'cashback_spent' THEN 'cashback_spent' ELSE 'cashback_given' END,
		CASE account.kind WHEN 'cashback_spent' THEN -line.amount_kobo ELSE line.amount_kobo END
	FROM ${ledgerLinesOfKinds(sql`'["cashback_spent","shop_cashback"]'`)}`

const rewardsUsed = sql`SELECT ${rewards.usedAt}, 'reward_used', coalesce(
		(SELECT ${appointments.discountKobo} FROM ${rewardUses} CROSS JOIN ${appointments} ON ${appointments.checkoutId} = ${rewardUses.checkoutId}
			WHERE ${rewardUses.rewardId} = ${rewards.id} AND ${appointments.rewardId} = ${rewards.id}), 0)
	FROM ${rewards} WHERE ${rewards.shopId} = ${shopId} AND ${isInWindow(sql`${rewards.usedAt}`)}`

const besidesOfWindow = preparedSelect(
	besideRow,
	() => sql`FROM (${kept} UNION ALL ${cashback} UNION ALL ${rewardsUsed}) beside GROUP BY 1, kind`,
)

/** A shop's takings. Each statement finds the shop by its key: no extra round trip. */
export function createTakingsRepository(read: Database['read']) {
	return {
		/**
		 * All parts that may be in the period. Online money counts at its ledger entry; money at the shop at the mark of
		 * its transfer, else at completion.
		 */
		async partsOfCaller(caller: ShopCaller, window: TakingsWindow): Promise<InWindow<TakingsPart>[]> {
			const parts = await read(partsOfWindow({ ...caller, ...window }))
			return parts.map(({ quarter, ...part }) => ({ ...toTakingsPart(part), at: startOfQuarter(quarter) }))
		},

		/** Payment by payment. */
		async fileLinesOfCaller(
			caller: ShopCaller,
			window: Pick<TakingsWindow, 'fromAt' | 'untilAt'>,
		): Promise<TakingsFileLine[]> {
			const lines = await read(fileLinesOfWindow({ ...caller, ...window }))
			return lines.map(({ customer, ...line }) => ({ ...toTakingsPart(line), customer: customer ?? '' }))
		},

		/** Kept money of appointments that did not take place, and values that are no money. */
		async besidesOfCaller(caller: ShopCaller, window: TakingsWindow): Promise<InWindow<BesideTakings>[]> {
			const besides = await read(besidesOfWindow({ ...caller, ...window }))
			return besides.map(({ quarter, ...beside }) => ({ ...beside, at: startOfQuarter(quarter) }))
		},
	}
}

/** `at`: its quarter of an hour; null where it is in the period in every zone. */
export type InWindow<Value> = Value & { at: Instant | null }

export type BesideTakings = { kind: (typeof besideKinds)[number]; count: number; amountKobo: number }

function toTakingsPart<Row extends { personId: string | null; personName: string | null }>({
	personId,
	personName,
	...part
}: Row) {
	return { ...part, person: personId === null ? null : { id: personId, name: personName ?? '' } }
}

function startOfQuarter(quarter: number | null): Instant | null {
	return quarter === null ? null : quarter * QUARTER_MS
}
