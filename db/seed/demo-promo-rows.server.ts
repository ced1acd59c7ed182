import { addDays } from '#app/kernel/civil.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import { demoClientAccount } from './demo-accounts.ts'
import type { DemoSeed, DemoShop } from './demo-shop.ts'
import type { BookingRows } from './seed-tables.ts'

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

/** The demo client waits for tomorrow at the full shop. */
export function addWaitRows(rows: BookingRows, { shops, today, todayStartsAt }: DemoSeed): void {
	const shop = shops.find(({ fullTomorrow }) => fullTomorrow)
	const service = shop?.services[0]
	if (!shop || !service) throw new Error('no shop is full')
	const { userId, firstName, lastName, email, phone } = demoClientAccount
	rows.slotWaits.push({
		id: 'demo-slot-wait',
		shopId: shop.shopId,
		serviceId: service.id,
		date: addDays(today, 1),
		userId,
		firstName,
		lastName,
		email,
		phone,
		joinedAt: todayStartsAt,
		lookedAt: todayStartsAt,
	})
}
