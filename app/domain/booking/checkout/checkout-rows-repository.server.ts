import { sql } from 'drizzle-orm'
import { knownClient } from '#app/domain/booking/customer/client-repository.server.ts'
import type { NewCheckout, NewPendingCheckout } from '#app/domain/booking/draft/new-booking.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { checkouts } from '#db/schema/booking.ts'
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

/** A row that is there already stays as it is. */
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
