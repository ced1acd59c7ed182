import { addDays } from '#app/kernel/civil.ts'
import type { BookingRows } from './booking-tables.ts'
import { demoClientAccount } from './demo-accounts.ts'
import type { DemoSeed } from './demo-shop.ts'

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
