import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { discountTypes } from '#app/kernel/vocabulary/booking.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorAsked, actorUserId } from '#db/actor.server.ts'
import { refuseUnlessSeen } from '#db/as-seen.server.ts'
import { callerRows } from '#db/caller-rows.server.ts'
import type { Database } from '#db/client.server.ts'
import { describedColumns, describedRow } from '#db/described-row.server.ts'
import { lapsedAmong, lapsedCheckoutsWithUses } from '#db/lapsed-checkouts.server.ts'
import { flag, instant, integer, nullable, only, rows, text, word } from '#db/row.server.ts'
import { checkouts, promoCodes, promoUses } from '#db/schema/booking.ts'
import { drafts } from '#db/schema/booking-drafts.ts'
import { planOrders, subscriptionPlans } from '#db/schema/subscriptions.ts'
import { shopRows } from '#db/shop-rows.server.ts'
import { build, builtWrite, preparedSelect, rawRead, rawWrite } from '#db/statement.server.ts'
import type { PromoCode } from './promo-code.ts'
import { promoTerms } from './promo-fields.ts'

const { placeholder } = sql

/** A use that the asker reserved for a payment is not another customer's: `reserved` is the rest of a FROM. */
const promoRow = (reserved: SQL) =>
	rows({
		id: text(promoCodes.id),
		code: text(promoCodes.code),
		discountType: word(promoCodes.discountType, discountTypes),
		discountValue: integer(promoCodes.discountValue),
		isActive: flag(promoCodes.isActive),
		expiresAt: nullable(instant(promoCodes.expiresAt)),
		maxUses: nullable(integer(promoCodes.maxUses)),
		currentUses: integer(sql`${promoCodes.currentUses} - (SELECT count(*) FROM ${reserved})`),
		minimumAmountKobo: integer(promoCodes.minimumAmountKobo),
	})

const promoOfPlan = preparedSelect(
	promoRow(sql`${planOrders}
		JOIN ${checkouts} ON ${checkouts.id} = ${planOrders.checkoutId} AND ${checkouts.status} = 'PENDING'
		JOIN ${promoUses} ON ${promoUses.checkoutId} = ${checkouts.id} AND ${promoUses.promoCodeId} = ${promoCodes.id}
		WHERE ${planOrders.userId} = ${actorUserId(actorAsked)} AND ${planOrders.planId} = ${subscriptionPlans.id}`),
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

/** What a shop says of a promo code when it makes one, and what of it may change later. */
export type PromoFields = Omit<typeof promoCodes.$inferInsert, 'id' | 'shopId' | 'currentUses'>
export type PromoChanges = Partial<Omit<PromoFields, 'code' | 'discountType' | 'discountValue'>>

const promoRows = shopRows(promoCodes, {
	id: promoCodes.id,
	code: promoCodes.code,
	discountType: promoCodes.discountType,
	discountValue: promoCodes.discountValue,
	...describedColumns(promoTerms, promoCodes),
	expiresAt: promoCodes.expiresAt,
	currentUses: promoCodes.currentUses,
})

const ownPromos = callerRows(
	promoCodes,
	rows({
		id: text(promoCodes.id),
		code: text(promoCodes.code),
		discountType: word(promoCodes.discountType, discountTypes),
		discountValue: integer(promoCodes.discountValue),
		...describedRow(promoTerms, promoCodes),
		expiresAt: nullable(instant(promoCodes.expiresAt)),
		currentUses: integer(promoCodes.currentUses),
	}),
	sql`${promoCodes.code}`,
)

/** Which constraint refuses a promo code or a change of one. */
export const promoConstraints = {
	'unique:promo_codes.shop_id': 'promo_code_taken',
	'check:promo_uses_limit': 'promo_code_used',
	'check:promo_discount': 'discount_not_valid',
} as const

/** Promo codes, as their shop changes them, and their uses. */
export function createPromoRepository(read: Database['read']) {
	return {
		/** The promo code that the draft names, or the one just typed; valid or not: validity is a pure rule. */
		async promoOfDraft(draftId: string, typedCode: string | null = null): Promise<PromoCode | null> {
			const [promo] = await read(promoOfDraft({ draftId, code: typedCode }))
			return promo ?? null
		},

		/** A code of the shop of a plan, valid or not; null for an unknown one. */
		async promoOfPlan(planId: string, code: string, actor: Actor): Promise<PromoCode | null> {
			const [promo] = await read(promoOfPlan({ ...actor, planId, code }))
			return promo ?? null
		},

		/**
		 * The uses of lapsed checkouts can be had by others. One whose payment comes later still takes a new use, if
		 * there is one.
		 */
		releaseLapsedUses: (checkoutIds: readonly string[], now: Instant): Statement<number> =>
			rawWrite(
				sql`DELETE FROM ${promoUses} WHERE ${promoUses.checkoutId} IN (${lapsedAmong(checkoutIds, now)})`,
			),

		/** Checkouts whose payment did not come, and that still keep a promo code, a reward, a referral or cashback. */
		lapsedCheckoutIds: (now: Instant, limit: number): Promise<string[]> =>
			read(rawRead(lapsedCheckoutsWithUses(now, limit), only(text('id')))),

		/** A cancelled plan gives its use back (D14). */
		releaseUsesOfCheckout: (checkoutId: string): Statement<number> =>
			rawWrite(sql`DELETE FROM ${promoUses} WHERE ${promoUses.checkoutId} = ${checkoutId}`),

		...promoRows(read),

		/** Of the shop whose key a caller shows, in the order of the alphabet. */
		own: ownPromos(read),

		/** A second one with these letters is refused ('unique:promo_codes.shop_id'). */
		insert: (row: PromoFields & { id: string; shopId: string }): Statement<number> =>
			builtWrite(build.insert(promoCodes).values(row).onConflictDoNothing({ target: promoCodes.id })),

		/** See `refuseUnlessSeen`. */
		refuseUnlessSeen: (
			place: { shopId: string; id: string },
			seen: PromoChanges,
			wanted: PromoChanges,
		): Statement => refuseUnlessSeen(promoCodes, place, seen, wanted),

		/** Fewer uses than there were are refused ('check:promo_uses_limit'). */
		update: (shopId: string, id: string, fields: PromoChanges): Statement<number> =>
			builtWrite(
				build
					.update(promoCodes)
					.set(fields)
					.where(and(eq(promoCodes.shopId, shopId), eq(promoCodes.id, id))),
			),
	}
}
