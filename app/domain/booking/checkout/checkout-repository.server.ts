import { eq, sql } from 'drizzle-orm'
import type { NewBooking, NewCheckout, NewPendingCheckout } from '#app/domain/booking/draft/new-booking.ts'
import { promoUseCeiling } from '#app/domain/booking/hold/ceiling-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { SLICE_ROWS, type Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { othersOfDraft } from '#db/lapsed-checkouts.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, only } from '#db/row.server.ts'
import { checkouts, promoUses } from '#db/schema/booking.ts'
import { checkoutAddOns, checkoutServices } from '#db/schema/booking-services.ts'
import { addOns, services } from '#db/schema/discovery.ts'
import { paymentAttempts } from '#db/schema/payments.ts'
import { deleteWhere, insertFrom, preparedRead, updateWhere } from '#db/statement.server.ts'
import {
	insertCheckoutRow,
	insertClientUnlessKnown,
	pendingCheckoutRows,
} from './checkout-rows-repository.server.ts'
import type { CheckoutSnapshot } from './paid-checkout-repository.server.ts'
import type { PricedItem } from './price-draft.ts'

const hasPendingCheckout = preparedRead(
	() => sql`SELECT EXISTS (SELECT 1 FROM ${checkouts}
		WHERE ${checkouts.draftId} = ${sql.placeholder('draftId')} AND ${checkouts.status} = 'PENDING') AS has_pending`,
	only(flag('has_pending')),
)

/** Checkouts: agreed, completed or never paid. */
export function createCheckoutRepository(read: Database['read']) {
	return {
		/** Whether checkouts of the draft wait for a payment: they may reserve a promo code, a reward or cashback. */
		async hasPendingCheckout(draftId: string): Promise<boolean> {
			const [found = false] = await read(hasPendingCheckout({ draftId }))
			return found
		},

		/** Refuses the batch where another checkout of the draft waits ('other_checkout_waits'). */
		requireNoOthers: (checkout: Pick<NewCheckout, 'checkoutId' | 'draftId'>): Statement =>
			refuseWhen('other_checkout_waits', sql`EXISTS ${othersOfDraft(checkout)}`),

		/** A draft reserves one use of a promo code: its other pending checkouts release theirs. */
		releasePromoUsesOfOthers: (checkout: Pick<NewCheckout, 'checkoutId' | 'draftId'>): Statement<number> =>
			deleteWhere(promoUses, sql`${promoUses.checkoutId} IN ${othersOfDraft(checkout)}`),

		/** For an appointment booked now: client, checkout and promo use. Stands before the calendar's statements. */
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
		 * Stores a checkout that waits for its payment. Its id comes from its content, so agreeing to the same again finds
		 * the same row.
		 */
		insertPendingCheckout: (checkout: NewPendingCheckout): Statement[] => [
			insertClientUnlessKnown(checkout),
			requireOpenDraft(checkout),
			requireShownPrices(checkout),
			...pendingCheckoutRows(checkout),
			...takePromoUse(checkout, checkout.now),
		],

		/** To be paid at the shop first: reserves nothing until then (D45). */
		insertOrderedCheckout: (checkout: NewPendingCheckout): Statement[] => [
			insertClientUnlessKnown(checkout),
			requireOpenDraft(checkout),
			...pendingCheckoutRows(checkout),
		],

		/** The payment came, or nothing is paid online. The promo code is judged as of the checkout (D14). */
		completeCheckout: (
			checkout: Pick<CheckoutSnapshot, 'checkoutId' | 'promoCodeId' | 'subtotalKobo' | 'createdAt'>,
			paymentReference: string | null,
		): Statement[] => [
			updateWhere(
				checkouts,
				{ status: 'COMPLETED', paymentReference },
				eq(checkouts.id, checkout.checkoutId),
			),
			...insertPromoUse(checkout, checkout.createdAt),
		],

		/**
		 * Deletes a slice of unpaid checkouts without an attempt. A trigger deletes guests that nothing else names (F13).
		 */
		purgeUnpaid(createdBefore: Instant): [...Statement<number>[], Statement<number>] {
			// By hand: SQLite uses a partial index only where its very words stand in the query.
			const unpaid = sql`(SELECT ${checkouts.id} FROM ${checkouts}
				WHERE ${checkouts.status} = 'PENDING' AND ${checkouts.createdAt} <= ${createdBefore}
					AND NOT EXISTS (SELECT 1 FROM ${paymentAttempts} WHERE ${paymentAttempts.checkoutId} = ${checkouts.id})
				ORDER BY ${checkouts.createdAt}, ${checkouts.id} LIMIT ${SLICE_ROWS})`
			return [
				deleteWhere(promoUses, sql`${promoUses.checkoutId} IN ${unpaid}`),
				deleteWhere(checkoutAddOns, sql`${checkoutAddOns.checkoutId} IN ${unpaid}`),
				deleteWhere(checkoutServices, sql`${checkoutServices.checkoutId} IN ${unpaid}`),
				deleteWhere(checkouts, sql`${checkouts.id} IN ${unpaid}`),
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

/** Refused where the draft was booked by another checkout ('draft_already_booked'). */
function requireOpenDraft({ checkoutId, draftId }: NewCheckout): Statement {
	return refuseWhen(
		'draft_already_booked',
		sql`EXISTS (SELECT 1 FROM ${checkouts} WHERE ${checkouts.draftId} = ${draftId} AND ${checkouts.status} = 'COMPLETED')
			AND NOT EXISTS (SELECT 1 FROM ${checkouts} WHERE ${checkouts.id} = ${checkoutId})`,
	)
}

/**
 * Refuses a price that is not the one shown ('shown_prices_changed'), instead of silently charging another (D3). A
 * repeated batch finds its own row, and a booked draft its appointment: neither is refused.
 */
function requireShownPrices(checkout: NewCheckout): Statement {
	const pricesAsJson = (items: PricedItem[]) =>
		JSON.stringify(items.map(({ id, priceKobo }) => ({ id, priceKobo })))
	return refuseWhen(
		'shown_prices_changed',
		sql`NOT EXISTS (SELECT 1 FROM ${checkouts} WHERE ${checkouts.id} = ${checkout.checkoutId}
				OR (${checkouts.draftId} = ${checkout.draftId} AND ${checkouts.status} = 'COMPLETED')
			) AND (EXISTS (
				SELECT 1 FROM json_each(${pricesAsJson(checkout.services)}) shown
				LEFT JOIN ${services} ON ${services.id} = shown.value ->> 'id'
				WHERE ${services.priceKobo} IS NOT shown.value ->> 'priceKobo'
			) OR EXISTS (
				SELECT 1 FROM json_each(${pricesAsJson(checkout.addOns)}) shown
				LEFT JOIN ${addOns} ON ${addOns.id} = shown.value ->> 'id' AND ${addOns.isEnabled} = 1
				WHERE ${addOns.priceKobo} IS NOT shown.value ->> 'priceKobo'
			))`,
	)
}
