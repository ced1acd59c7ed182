import { eq, sql } from 'drizzle-orm'
import { insertClientUnlessKnown } from '#app/domain/booking/customer/client-repository.server.ts'
import type { NewBooking, NewCheckout, NewPendingCheckout } from '#app/domain/booking/draft/new-booking.ts'
import { promoUseCeiling } from '#app/domain/booking/hold/ceiling-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { SLICE_ROWS, type Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { othersOfDraft } from '#db/other-checkouts.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, only } from '#db/row.server.ts'
import { checkouts, promoUses } from '#db/schema/booking.ts'
import { checkoutAddOns, checkoutServices } from '#db/schema/booking-services.ts'
import { addOns, services } from '#db/schema/discovery.ts'
import { paymentAttempts } from '#db/schema/payments.ts'
import { build, builtWrite, insertFrom, preparedRead } from '#db/statement.server.ts'
import { insertCheckoutRow, pendingCheckoutRows } from './checkout-rows-repository.server.ts'
import type { CheckoutSnapshot } from './paid-checkout-repository.server.ts'
import type { PricedItem } from './price-draft.ts'

const hasPendingCheckout = preparedRead(
	() => sql`SELECT EXISTS (SELECT 1 FROM ${checkouts}
		WHERE ${checkouts.draftId} = ${sql.placeholder('draftId')} AND ${checkouts.status} = 'PENDING') AS has_pending`,
	only(flag('has_pending')),
)

/** A checkout that is agreed to, completed, or never paid. */
export function createCheckoutRepository(read: Database['read']) {
	return {
		/** Whether a draft has checkouts that wait for a payment: they may keep a promo code, a reward or cashback. */
		async hasPendingCheckout(draftId: string): Promise<boolean> {
			const [found = false] = await read(hasPendingCheckout({ draftId }))
			return found
		},

		/** Refuses the batch where the draft has another checkout that waits for a payment ('other_checkout_waits'). */
		requireNoOthers: (checkout: Pick<NewCheckout, 'checkoutId' | 'draftId'>): Statement =>
			refuseWhen('other_checkout_waits', sql`EXISTS ${othersOfDraft(checkout)}`),

		/** A draft keeps one use of a promo code, whichever of its checkouts it is for: the pending others release theirs. */
		releasePromoUsesOfOthers: (checkout: Pick<NewCheckout, 'checkoutId' | 'draftId'>): Statement<number> =>
			builtWrite(build.delete(promoUses).where(sql`${promoUses.checkoutId} IN ${othersOfDraft(checkout)}`)),

		/** The statements before the calendar's, for a visit that is booked now: client, checkout, promo use. */
		insertCheckout: (booking: NewBooking): Statement[] => [
			insertClientUnlessKnown(booking),
			requireShownPrices(booking),
			insertCheckoutRow(booking, {
				status: 'COMPLETED',
				startsAt: null,
				refundableUntilAt: null,
				dueKobo: null,
			}),
			...takePromoUse(booking, booking.now),
		],

		/**
		 * The statements that store a checkout that waits for its payment. Its id is made from its content: agreeing to
		 * the same visit again finds the same row.
		 */
		insertPendingCheckout: (checkout: NewPendingCheckout): Statement[] => [
			insertClientUnlessKnown(checkout),
			requireOpenDraft(checkout),
			requireShownPrices(checkout),
			...pendingCheckoutRows(checkout),
			...takePromoUse(checkout, checkout.now),
		],

		/**
		 * The statements of a checkout that is to be paid at the shop first: it keeps nothing from others until then
		 * (D45).
		 */
		insertOrderedCheckout: (checkout: NewPendingCheckout): Statement[] => [
			insertClientUnlessKnown(checkout),
			requireOpenDraft(checkout),
			...pendingCheckoutRows(checkout),
		],

		/**
		 * Its payment came, or nothing is paid online. The promo code counts as it did when the payment was started (D14).
		 */
		completeCheckout: (
			checkout: Pick<CheckoutSnapshot, 'checkoutId' | 'promoCodeId' | 'subtotalKobo' | 'createdAt'>,
			paymentReference: string | null,
		): Statement[] => [
			builtWrite(
				build
					.update(checkouts)
					.set({ status: 'COMPLETED', paymentReference })
					.where(eq(checkouts.id, checkout.checkoutId)),
			),
			...insertPromoUse(checkout, checkout.createdAt),
		],

		/**
		 * A slice of the checkouts that were not paid and that no payment attempt names, with their rows. A trigger
		 * deletes their guest with them where nothing else names them (F13).
		 */
		purgeUnpaid(createdBefore: Instant): [...Statement<number>[], Statement<number>] {
			// By hand, since SQLite uses a partial index only where its very words stand in the query.
			const unpaid = sql`(SELECT ${checkouts.id} FROM ${checkouts}
				WHERE ${checkouts.status} = 'PENDING' AND ${checkouts.createdAt} <= ${createdBefore}
					AND NOT EXISTS (SELECT 1 FROM ${paymentAttempts} WHERE ${paymentAttempts.checkoutId} = ${checkouts.id})
				ORDER BY ${checkouts.createdAt}, ${checkouts.id} LIMIT ${SLICE_ROWS})`
			return [
				builtWrite(build.delete(promoUses).where(sql`${promoUses.checkoutId} IN ${unpaid}`)),
				builtWrite(build.delete(checkoutAddOns).where(sql`${checkoutAddOns.checkoutId} IN ${unpaid}`)),
				builtWrite(build.delete(checkoutServices).where(sql`${checkoutServices.checkoutId} IN ${unpaid}`)),
				builtWrite(build.delete(checkouts).where(sql`${checkouts.id} IN ${unpaid}`)),
			]
		},
	}
}

type PromoUse = Pick<NewCheckout, 'checkoutId' | 'promoCodeId' | 'subtotalKobo'>

function takePromoUse(checkout: PromoUse, usedAt: Instant): Statement[] {
	if (checkout.promoCodeId === null) return []
	return [...insertPromoUse(checkout, usedAt), promoUseCeiling(checkout.checkoutId, usedAt)]
}

function insertPromoUse({ checkoutId, promoCodeId, subtotalKobo }: PromoUse, usedAt: Instant): Statement[] {
	if (promoCodeId === null) return []
	return [
		insertFrom(
			promoUses,
			{ checkoutId: sql`${checkouts.id}`, promoCodeId, amountKobo: subtotalKobo, usedAt },
			sql`FROM ${checkouts} WHERE ${checkouts.id} = ${checkoutId}
				AND NOT EXISTS (SELECT 1 FROM ${promoUses} WHERE ${promoUses.checkoutId} = ${checkoutId})`,
		),
	]
}

/** Refuses a new checkout of a draft that is booked by another way ('draft_already_booked'). */
function requireOpenDraft({ checkoutId, draftId }: NewCheckout): Statement {
	return refuseWhen(
		'draft_already_booked',
		sql`EXISTS (SELECT 1 FROM ${checkouts} WHERE ${checkouts.draftId} = ${draftId} AND ${checkouts.status} = 'COMPLETED')
			AND NOT EXISTS (SELECT 1 FROM ${checkouts} WHERE ${checkouts.id} = ${checkoutId})`,
	)
}

/**
 * Refuses a price that is no longer the one shown ('shown_prices_changed'), instead of charging another silently (D3).
 * A batch that is sent again finds its own row, and is not refused for what has changed since; nor is a draft that is
 * booked, whose answer is its appointment.
 */
function requireShownPrices(checkout: NewCheckout): Statement {
	const pricesOf = (items: PricedItem[]) =>
		JSON.stringify(items.map(({ id, priceKobo }) => ({ id, priceKobo })))
	return refuseWhen(
		'shown_prices_changed',
		sql`NOT EXISTS (SELECT 1 FROM ${checkouts} WHERE ${checkouts.id} = ${checkout.checkoutId}
				OR (${checkouts.draftId} = ${checkout.draftId} AND ${checkouts.status} = 'COMPLETED')
			) AND (EXISTS (
				SELECT 1 FROM json_each(${pricesOf(checkout.services)}) shown
				LEFT JOIN ${services} ON ${services.id} = shown.value ->> 'id'
				WHERE ${services.priceKobo} IS NOT shown.value ->> 'priceKobo'
			) OR EXISTS (
				SELECT 1 FROM json_each(${pricesOf(checkout.addOns)}) shown
				LEFT JOIN ${addOns} ON ${addOns.id} = shown.value ->> 'id' AND ${addOns.isEnabled} = 1
				WHERE ${addOns.priceKobo} IS NOT shown.value ->> 'priceKobo'
			))`,
	)
}
