import { type SQL, sql } from 'drizzle-orm'
import type { NewCheckout, NewPendingCheckout } from '#app/domain/booking/draft/new-booking.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { checkouts, clients } from '#db/schema/booking.ts'
import { checkoutAddOns, checkoutServices } from '#db/schema/booking-services.ts'
import { insertFrom } from '#db/statement.server.ts'

/** The rows of a checkout that waits for its payment. Existing rows stay unchanged. */
export function pendingCheckoutRows(checkout: NewPendingCheckout): Statement[] {
	return [
		insertCheckoutRow(checkout, {
			status: 'PENDING',
			...checkout,
			// A plan may be paid at the shop.
			dueKobo: checkout.paymentChoice === 'online' ? checkout.dueKobo : null,
		}),
		insertFrom(
			checkoutServices,
			{
				checkoutId: checkout.checkoutId,
				position: sql`key`,
				serviceId: sql`value ->> 'id'`,
				staffMemberId: sql`value ->> 'staffMemberId'`,
				name: sql`value ->> 'name'`,
				priceKobo: sql`value ->> 'priceKobo'`,
				durationMinutes: sql`value ->> 'durationMinutes'`,
				bufferMinutes: sql`value ->> 'bufferMinutes'`,
			},
			sql`FROM json_each(${JSON.stringify(checkout.services)}) WHERE true ON CONFLICT DO NOTHING`,
		),
		insertFrom(
			checkoutAddOns,
			{
				checkoutId: checkout.checkoutId,
				addOnId: sql`value ->> 'id'`,
				name: sql`value ->> 'name'`,
				priceKobo: sql`value ->> 'priceKobo'`,
				durationMinutes: sql`value ->> 'durationMinutes'`,
			},
			sql`FROM json_each(${JSON.stringify(checkout.addOns)}) WHERE true ON CONFLICT DO NOTHING`,
		),
	]
}

/** An existing row stays unchanged. */
export function insertCheckoutRow(
	checkout: NewCheckout,
	{
		status,
		startsAt,
		refundableUntilAt,
		dueKobo,
	}: {
		status: 'PENDING' | 'COMPLETED'
		startsAt: Instant | null
		refundableUntilAt: Instant | null
		dueKobo: number | null
	},
): Statement {
	const { firstName, lastName, email, phone } = checkout.contact
	return insertFrom(
		checkouts,
		{
			id: checkout.checkoutId,
			shopId: checkout.shopId,
			clientId: sql`(${knownClient(checkout)})`,
			draftId: checkout.draftId,
			subtotalKobo: checkout.subtotalKobo,
			discountKobo: checkout.discountKobo,
			tipKobo: checkout.tipKobo,
			totalKobo: checkout.totalKobo,
			paymentChoice: checkout.paymentChoice,
			paymentMethod: checkout.paymentMethod,
			status,
			firstName,
			lastName,
			email,
			phone,
			...checkout.bookingNotes,
			discountReason: checkout.discountReason ?? null,
			createdByUserId: checkout.userId,
			createdAt: checkout.now,
			startsAt,
			refundableUntilAt,
			dueKobo,
			promoCodeId: status === 'PENDING' ? checkout.promoCodeId : null,
			referralCodeId: status === 'PENDING' ? checkout.referralCodeId : null,
			isSameDevice: checkout.isSameDevice,
			rewardId: status === 'PENDING' ? checkout.rewardId : null,
			cashbackKobo: checkout.cashbackKobo,
		},
		sql`WHERE true ON CONFLICT (${sql.identifier(checkouts.id.name)}) DO NOTHING`,
	)
}

/**
 * A signed-in customer's client row is found by account alone. A guest matches only rows without an account, and never
 * changes one (C43): by e-mail, or without one by phone among rows without an e-mail. So a row has one e-mail (S2, I13,
 * docs/decisions/025).
 */
export function knownClient({
	clientId,
	shopId,
	userId,
	contact,
}: Pick<NewCheckout, 'clientId' | 'shopId' | 'userId' | 'contact'>): SQL {
	const own = sql`SELECT ${clients.id} FROM ${clients} WHERE ${clients.shopId} = ${shopId}`
	// The plus keeps the planner off the index by age, which would walk through the shop's customers.
	const oldest = sql`ORDER BY +${clients.createdAt}, ${clients.id} LIMIT 1`
	if (userId !== null) return sql`${own} AND ${clients.userId} = ${userId} ${oldest}`
	if (contact.email !== null)
		return sql`${own} AND ${clients.email} = ${contact.email} AND ${clients.userId} IS NULL`
	// A client without a contact is new each time.
	if (contact.phone === null) return sql`${own} AND ${clients.id} = ${clientId}`
	// The plus keeps the planner off the index by account, which holds all guests of a shop.
	return sql`${own} AND ${clients.phone} = ${contact.phone} AND ${clients.email} IS NULL AND +${clients.userId} IS NULL ${oldest}`
}

export function insertClientUnlessKnown(checkout: NewCheckout): Statement {
	const { clientId, shopId, userId, contact, now } = checkout
	const { firstName, lastName, email, phone } = contact
	return insertFrom(
		clients,
		{ id: clientId, shopId, userId, firstName, lastName, email, phone, createdAt: now },
		sql`WHERE (${knownClient(checkout)}) IS NULL`,
	)
}
