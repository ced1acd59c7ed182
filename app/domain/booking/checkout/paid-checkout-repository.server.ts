import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { NewPendingCheckout, SnapshotService } from '#app/domain/booking/draft/new-booking.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import {
	flag,
	instant,
	integer,
	json,
	nullable,
	pickColumns,
	rows,
	rowsOrNull,
	text,
} from '#db/row.server.ts'
import { appointments, checkouts, clients, promoCodes } from '#db/schema/booking.ts'
import { depositLinks } from '#db/schema/booking-deposits.ts'
import { holds } from '#db/schema/booking-drafts.ts'
import { checkoutAddOns, checkoutServices } from '#db/schema/booking-services.ts'
import { addOns, services, shops, staffMembers } from '#db/schema/discovery.ts'
import { profiles } from '#db/schema/identity.ts'
import { cashbackAccounts } from '#db/schema/loyalty-cashback.ts'
import { paymentAttempts } from '#db/schema/payments.ts'
import { planOrders, subscriptionPlans } from '#db/schema/subscriptions.ts'
import { first, preparedSelect, rawSelect } from '#db/statement.server.ts'
import { insertClientUnlessKnown, pendingCheckoutRows } from './checkout-rows-repository.server.ts'
import type { PricedItem } from './price-draft.ts'

const sibling = alias(checkouts, 'sibling')
/** A checkout's rows in order, as derived tables. */
const service = alias(checkoutServices, 'service')
const addOn = alias(checkoutAddOns, 'add_on')

export const paidCheckoutRow = rows({
	checkoutId: checkouts.id,
	...pickColumns(checkouts, 'draftId', 'shopId'),
	userId: checkouts.createdByUserId,
	contact: rows(pickColumns(checkouts, 'firstName', 'lastName', 'email', 'phone')),
	services: json<SnapshotService[]>(sql`(SELECT json_group_array(json_object('id', ${service.serviceId},
			'name', ${service.name}, 'priceKobo', ${service.priceKobo}, 'durationMinutes', ${service.durationMinutes},
			'bufferMinutes', ${service.bufferMinutes}, 'staffMemberId', ${service.staffMemberId}))
		FROM (SELECT * FROM ${checkoutServices} WHERE ${checkoutServices.checkoutId} = ${checkouts.id}
			ORDER BY ${checkoutServices.position}) ${service})`),
	addOns: json<PricedItem[]>(sql`(SELECT json_group_array(json_object('id', ${addOn.addOnId},
			'name', ${addOn.name}, 'priceKobo', ${addOn.priceKobo}, 'durationMinutes', ${addOn.durationMinutes}))
		FROM (SELECT * FROM ${checkoutAddOns} WHERE ${checkoutAddOns.checkoutId} = ${checkouts.id}
			ORDER BY rowid) ${addOn})`),
	...pickColumns(checkouts, 'subtotalKobo', 'discountKobo', 'tipKobo', 'totalKobo'),
	dueKobo: integer(checkouts.dueKobo),
	...pickColumns(checkouts, 'promoCodeId', 'referralCodeId', 'isSameDevice', 'rewardId', 'cashbackKobo'),
	cashbackAccountId: nullable(
		text(sql`(SELECT ${cashbackAccounts.id} FROM ${cashbackAccounts} WHERE ${checkouts.cashbackKobo} > 0
			AND ${cashbackAccounts.userId} = ${checkouts.createdByUserId} AND ${cashbackAccounts.shopId} = ${checkouts.shopId})`),
	),
	...pickColumns(checkouts, 'paymentChoice', 'paymentMethod'),
	startsAt: instant(checkouts.startsAt),
	refundableUntilAt: instant(checkouts.refundableUntilAt),
	createdAt: checkouts.createdAt,
	shop: rows(pickColumns(shops, 'id', 'name', 'timeZone', 'minimumNoticeMinutes', 'horizonDays')),
	/** The end of this checkout's own hold; null without one. */
	heldUntilAt: nullable(
		instant(sql`(SELECT max(${holds.expiresAt}) FROM ${holds} WHERE ${holds.checkoutId} = ${checkouts.id})`),
	),
	/** Of the draft, by any of its checkouts. */
	bookedAppointmentId: nullable(
		text(sql`(SELECT ${appointments.id} FROM ${checkouts} ${sibling}
			JOIN ${appointments} ON ${appointments.checkoutId} = ${sibling.id}
			WHERE ${sibling.draftId} = ${checkouts.draftId} AND ${sibling.status} = 'COMPLETED')`),
	),
	/** Set where the shop asked for the deposit by a link (D66). */
	depositCode: nullable(
		text(
			sql`(SELECT ${depositLinks.code} FROM ${depositLinks} WHERE ${depositLinks.checkoutId} = ${checkouts.id})`,
		),
	),
	/** Null for a visit. */
	plan: rowsOrNull('id', rows({ id: subscriptionPlans.id, title: subscriptionPlans.title })),
})

/** A visit or plan as it was when its online payment was started. */
export type CheckoutSnapshot = ReturnType<typeof paidCheckoutRow.read>

const checkoutOfPayment = preparedSelect(
	paidCheckoutRow,
	() => sql`FROM ${paymentAttempts}
		JOIN ${checkouts} ON ${checkouts.id} = ${paymentAttempts.checkoutId}
		JOIN ${shops} ON ${shops.id} = ${checkouts.shopId}
		LEFT JOIN ${planOrders} ON ${planOrders.checkoutId} = ${checkouts.id}
		LEFT JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${planOrders.planId}
		WHERE ${paymentAttempts.paymentReference} = ${sql.placeholder('paymentReference')}`,
)

/** The checkout that a payment is for. */
export function createPaidCheckoutRepository(read: Database['read']) {
	return {
		checkoutOfPayment: (paymentReference: string): Promise<CheckoutSnapshot | null> =>
			first(read(checkoutOfPayment({ paymentReference }))),
	}
}

type LostCheckoutIds = {
	shopId: string
	serviceIds: readonly string[]
	addOnIds: readonly string[]
	staffMemberIds: readonly string[]
	promoCodeId: string | null
	userId: string | null
	email: string
}

/** A checkout that a restored database lost, while the provider still knows its payment. */
export function createLostCheckoutRepository(read: Database['read']) {
	return {
		/** What this database still has of a lost checkout: names, and whether the rest exists. */
		remainsOf: (lost: LostCheckoutIds) => first(read(selectRemains(lost))),

		/** Prices are not checked again: they may have changed. Settling refunds the money of a booked draft. */
		insertLostCheckout: (checkout: NewPendingCheckout): Statement[] => [
			insertClientUnlessKnown(checkout),
			...pendingCheckoutRows(checkout),
		],
	}
}

function selectRemains(lost: LostCheckoutIds) {
	const idsIn = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
	const named = sql`json_group_array(json_object('id', id, 'name', name))`
	const person = sql`SELECT first_name, last_name, phone`
	return rawSelect(
		rows({
			services: json<{ id: string; name: string }[]>(
				sql`(SELECT ${named} FROM ${services} WHERE shop_id = ${lost.shopId} AND id IN ${idsIn(lost.serviceIds)})`,
			),
			addOns: json<{ id: string; name: string }[]>(
				sql`(SELECT ${named} FROM ${addOns} WHERE shop_id = ${lost.shopId} AND id IN ${idsIn(lost.addOnIds)})`,
			),
			/** Its staff and promo code exist too. */
			isComplete: flag(sql`(SELECT count(*) = ${new Set(lost.staffMemberIds).size} FROM ${staffMembers}
					WHERE shop_id = ${lost.shopId} AND id IN ${idsIn(lost.staffMemberIds)})
				AND (${lost.promoCodeId} IS NULL OR EXISTS (SELECT 1 FROM ${promoCodes} WHERE id = ${lost.promoCodeId}))`),
			hasAccount: flag(sql`EXISTS (SELECT 1 FROM ${profiles} WHERE id = ${lost.userId})`),
			/** Of the account, else of the shop's guest with that e-mail; null for a new client. */
			contact: nullable(
				json<{ firstName: string; lastName: string; phone: string | null }>(
					sql`(SELECT json_object('firstName', first_name, 'lastName', last_name, 'phone', phone) FROM (
						SELECT * FROM (${person} FROM ${profiles} WHERE id = ${lost.userId})
						UNION ALL SELECT * FROM (${person} FROM ${clients}
							WHERE shop_id = ${lost.shopId} AND email = ${lost.email} AND user_id IS NULL) LIMIT 1))`,
				),
			),
		}),
		sql``,
	)
}
