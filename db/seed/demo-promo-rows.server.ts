import { DAY_MS } from '#app/kernel/instant.ts'
import { KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import type { BookingRows } from './booking-tables.ts'
import type { DemoSeed, DemoShop } from './demo-shop.ts'

/** Their uses come with the appointments. */
export function addPromoRows(rows: BookingRows, { shops, todayStartsAt }: DemoSeed): void {
	for (const shop of shops) {
		for (const promo of shop.promoCodes ?? []) {
			rows.promoCodes.push({
				id: promoCodeId(shop, promo.code),
				shopId: shop.shopId,
				code: promo.code,
				discountType: promo.discountType,
				discountValue:
					promo.discountType === 'percent' ? promo.discountValue : promo.discountValue * KOBO_PER_NAIRA,
				expiresAt: promo.expiresOnDay === undefined ? null : todayStartsAt + promo.expiresOnDay * DAY_MS,
				maxUses: promo.maxUses ?? null,
				minimumAmountKobo: (promo.minimumNaira ?? 0) * KOBO_PER_NAIRA,
			})
		}
	}
}

export function promoCodeId(shop: DemoShop, code: string): string {
	return `${shop.shopId}-promo-${code.toLowerCase()}`
}
