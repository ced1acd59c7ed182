import { addDays } from '#app/kernel/civil.ts'
import type { BookingRows } from './booking-tables.ts'
import { demoClientAccount } from './demo-accounts.ts'
import { partId } from './demo-shop-rows.server.ts'
import type { SeedDay } from './seed-day.server.ts'
import { demoShops } from './shops.ts'

/** The demo client waits for a time tomorrow, at the shop that is full then. */
export function addWaitRows(rows: BookingRows, { today, todayStartsAt }: SeedDay): void {
	const shop = demoShops.find(({ fullTomorrow }) => fullTomorrow)
	const service = shop?.services[0]
	if (!shop || !service) throw new Error('no shop is full')
	const { userId, firstName, lastName, email, phone } = demoClientAccount
	rows.slotWaits.push({
		id: 'demo-slot-wait',
		shopId: shop.id,
		serviceId: partId(shop, service.key),
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
