import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { describedColumns, describedRow } from '#db/described-row.server.ts'
import { lapsedAmong, lapsedCheckoutsWithUses } from '#db/lapsed-checkouts.server.ts'
import { refuseUnlessSeen } from '#db/refuse-when.server.ts'
import { integer, only, pickColumns, rows, text } from '#db/row.server.ts'
import { checkouts, promoCodes, promoUses } from '#db/schema/booking.ts'
import { drafts } from '#db/schema/booking-drafts.ts'
import { planOrders, subscriptionPlans } from '#db/schema/subscriptions.ts'
import { callerRows, shopRows } from '#db/shop-rows.server.ts'
import {
	first,
	insertNewRow,
	placeholder,
	preparedSelect,
	rawRead,
	rawWrite,
	updateWhere,
} from '#db/statement.server.ts'
import type { PromoCode } from './promo-code.ts'
import { promoTerms } from './promo-fields.ts'

/** A use that the customer reserved for a payment counts as free. `reserved` continues a FROM. */
const promoRow = (reserved: SQL) =>
	rows({
		...pickColumns(promoCodes, 'id', 'code', 'discountType', 'discountValue', 'isActive', 'expiresAt'),
		maxUses: promoCodes.maxUses,
		currentUses: integer(sql`${promoCodes.currentUses} - (SELECT count(*) FROM ${reserved})`),
		minimumAmountKobo: promoCodes.minimumAmountKobo,
	})

const promoOfPlan = preparedSelect(
	promoRow(sql`${planOrders}
		JOIN ${checkouts} ON ${checkouts.id} = ${planOrders.checkoutId} AND ${checkouts.status} = 'PENDING'
		JOIN ${promoUses} ON ${promoUses.checkoutId} = ${checkouts.id} AND ${promoUses.promoCodeId} = ${promoCodes.id}
		WHERE ${planOrders.userId} = ${actorUserId(actorPlaceholders)} AND ${planOrders.planId} = ${subscriptionPlans.id}`),
	() => sql`FROM ${subscriptionPlans} JOIN ${promoCodes} ON ${promoCodes.shopId} = ${subscriptionPlans.shopId}
		WHERE ${subscriptionPlans.id} = ${placeholder('planId')} AND ${promoCodes.code} = ${placeholder('code')}`,
)

const promoOfDraft = preparedSelect(
	promoRow(sql`${checkouts}
		JOIN ${promoUses} ON ${promoUses.checkoutId} = ${checkouts.id} AND ${promoUses.promoCodeId} = ${promoCodes.id}
		WHERE ${checkouts.draftId} = ${drafts.id} AND ${checkouts.status} = 'PENDING'`),
	() => sql`FROM ${drafts} JOIN ${promoCodes} ON ${promoCodes.shopId} = ${drafts.shopId}
			AND ${promoCodes.code} = coalesce(${placeholder('code')}, ${drafts.promoCode})
		WHERE ${drafts.id} = ${placeholder('draftId')}`,
)

export type PromoFields = Omit<typeof promoCodes.$inferInsert, 'id' | 'shopId' | 'currentUses'>
export type PromoChanges = Partial<Omit<PromoFields, 'code' | 'discountType' | 'discountValue'>>

const promoRows = shopRows(promoCodes, {
	...pickColumns(promoCodes, 'id', 'code', 'discountType', 'discountValue'),
	...describedColumns(promoTerms, promoCodes),
	...pickColumns(promoCodes, 'expiresAt', 'currentUses'),
})

const ownPromos = callerRows(
	promoCodes,
	rows({
		...pickColumns(promoCodes, 'id', 'code', 'discountType', 'discountValue'),
		...describedRow(promoTerms, promoCodes),
		...pickColumns(promoCodes, 'expiresAt', 'currentUses'),
	}),
	sql`${promoCodes.code}`,
)

export const promoConstraints = {
	'unique:promo_codes.shop_id': 'promo_code_taken',
	'check:promo_uses_limit': 'promo_code_used',
	'check:promo_discount': 'discount_not_valid',
} as const

/** A shop's promo codes and their uses. */
export function createPromoRepository(read: Database['read']) {
	return {
		/** The draft's code, or the one just typed, valid or not: validity is a pure rule. */
		promoOfDraft: (draftId: string, typedCode: string | null = null): Promise<PromoCode | null> =>
			first(read(promoOfDraft({ draftId, code: typedCode }))),

		/** Of the plan's shop, valid or not. */
		promoOfPlan: (planId: string, code: string, actor: Actor): Promise<PromoCode | null> =>
			first(read(promoOfPlan({ ...actor, planId, code }))),

		/** Releases the uses of lapsed checkouts. A later payment takes a new use, if there is one. */
		releaseLapsedUses: (checkoutIds: readonly string[], now: Instant): Statement<number> =>
			rawWrite(
				sql`DELETE FROM ${promoUses} WHERE ${promoUses.checkoutId} IN (${lapsedAmong(checkoutIds, now)})`,
			),

		/** Unpaid checkouts that still reserve a promo code, a reward, a referral or cashback. */
		lapsedCheckoutIds: (now: Instant, limit: number): Promise<string[]> =>
			read(rawRead(lapsedCheckoutsWithUses(now, limit), only(text('id')))),

		/** Of a cancelled plan (D14). */
		releaseUsesOfCheckout: (checkoutId: string): Statement<number> =>
			rawWrite(sql`DELETE FROM ${promoUses} WHERE ${promoUses.checkoutId} = ${checkoutId}`),

		...promoRows(read),

		/** Of the caller's shop, by code. */
		own: ownPromos(read),

		/** Refused where the shop has this code ('unique:promo_codes.shop_id'). */
		insert: (row: PromoFields & { id: string; shopId: string }): Statement<number> =>
			insertNewRow(promoCodes, row, promoCodes.id),

		refuseUnlessSeen: (
			place: { shopId: string; id: string },
			seen: PromoChanges,
			wanted: PromoChanges,
		): Statement => refuseUnlessSeen(promoCodes, place, seen, wanted),

		/** Refused below the present uses ('check:promo_uses_limit'). */
		update: (shopId: string, id: string, fields: PromoChanges): Statement<number> =>
			updateWhere(promoCodes, fields, and(eq(promoCodes.shopId, shopId), eq(promoCodes.id, id))),
	}
}
