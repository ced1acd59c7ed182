import { and, eq } from 'drizzle-orm'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { promoCodes } from '#db/schema/booking.ts'
import { shopRows } from '#db/shop-rows.server.ts'
import { build, builtWrite } from '#db/statement.server.ts'

/** What a shop says of a promo code when it makes one, and what of it may change later. */
export type PromoFields = Omit<typeof promoCodes.$inferInsert, 'id' | 'shopId' | 'currentUses'>
export type PromoChanges = Partial<Omit<PromoFields, 'code' | 'discountType' | 'discountValue'>>

const promoRows = shopRows(promoCodes, {
	id: promoCodes.id,
	code: promoCodes.code,
	discountType: promoCodes.discountType,
	discountValue: promoCodes.discountValue,
	isActive: promoCodes.isActive,
	expiresAt: promoCodes.expiresAt,
	maxUses: promoCodes.maxUses,
	currentUses: promoCodes.currentUses,
	minimumAmountKobo: promoCodes.minimumAmountKobo,
})

/** The promo codes of a shop, as the shop itself sees and changes them. */
export function createShopPromoRepository(read: Database['read']) {
	return {
		...promoRows(read),

		/** A second one with these letters is refused ('unique:promo_codes.shop_id'). */
		insert: (row: PromoFields & { id: string; shopId: string }): Statement<number> =>
			builtWrite(build.insert(promoCodes).values(row).onConflictDoNothing({ target: promoCodes.id })),

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
