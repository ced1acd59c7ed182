import { addDays, dayOfWeekOf } from '#app/kernel/civil.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import type { DemoShop } from './demo-shop.ts'
import type { DiscoveryRows } from './discovery-tables.ts'
import { offeredServices } from './plan-appointments.ts'
import type { SeedDay } from './seed-day.server.ts'
import { demoShops } from './shops.ts'

const SHOP_AGE_DAYS = 400

/** The shops with their hours, services, add-ons and staff. Ids are made of the shop's id. */
export function addShopRows(rows: DiscoveryRows, day: SeedDay): void {
	for (const shop of demoShops) addRowsOfShop(rows, shop, day)
}

function addRowsOfShop(rows: DiscoveryRows, shop: DemoShop, { today, todayStartsAt }: SeedDay): void {
	const shopId = shop.id
	rows.shops.push({
		id: shopId,
		name: shop.name,
		type: shop.type,
		description: shop.description,
		phone: shop.phone,
		slug: shopId,
		whatsapp: shop.email ? shop.phone : null,
		email: shop.email ?? null,
		landmark: shop.landmark ?? null,
		address: shop.address,
		area: shop.area,
		city: shop.city,
		latitude: shop.latitude,
		longitude: shop.longitude,
		timeZone: 'Africa/Lagos',
		picture: shop.picture ?? null,
		featuredFrom: shop.featured ? addDays(today, shop.featured.fromDay) : null,
		featuredUntil: shop.featured ? addDays(today, shop.featured.untilDay) : null,
		minimumNoticeMinutes: shop.policy?.noticeMinutes ?? 30,
		horizonDays: shop.policy?.horizonDays ?? 60,
		freeCancellationMinutes: freeCancellationMinutes(shop),
		depositKind: shop.policy?.deposit?.kind ?? 'none',
		depositValue: depositValue(shop.policy?.deposit),
		prepayAfterNoShows: shop.policy?.prepayAfterNoShows ?? null,
		createdAt: todayStartsAt - SHOP_AGE_DAYS * DAY_MS,
	})
	for (const [day, [opensMinute, closesMinute]] of weekOf(shop.hours)) {
		if (shop.closedToday && day === dayOfWeekOf(today)) continue
		rows.shopHours.push({ shopId, dayOfWeek: day, opensMinute, closesMinute })
	}
	if (shop.bank) rows.shopBankAccounts.push({ shopId, ...shop.bank })
	for (const categoryId of shop.categories) rows.shopCategories.push({ shopId, categoryId })
	addMenuRows(rows, shop)
	addStaffRows(rows, shop)
}

function addMenuRows(rows: DiscoveryRows, shop: DemoShop): void {
	for (const service of shop.services) {
		rows.services.push({
			id: partId(shop, service.key),
			shopId: shop.id,
			categoryId: service.category ?? shop.categories[0],
			name: service.name,
			description: service.description,
			durationMinutes: service.minutes,
			bufferMinutes: service.bufferMinutes ?? 0,
			priceKobo: service.naira * KOBO_PER_NAIRA,
			isEnabled: service.isEnabled ?? true,
		})
	}
	shop.addOns?.forEach((addOn, position) => {
		rows.addOns.push({
			id: partId(shop, addOn.key),
			shopId: shop.id,
			name: addOn.name,
			durationMinutes: addOn.minutes,
			priceKobo: addOn.naira * KOBO_PER_NAIRA,
			position,
		})
	})
}

function addStaffRows(rows: DiscoveryRows, shop: DemoShop): void {
	for (const member of shop.staff) {
		const staffMemberId = partId(shop, member.key)
		rows.staffMembers.push({
			id: staffMemberId,
			shopId: shop.id,
			firstName: member.firstName,
			lastName: member.lastName,
			commissionRate: member.commissionRate,
			isActive: member.isActive ?? true,
		})
		for (const service of offeredServices(shop, member)) {
			rows.staffServices.push({ staffMemberId, serviceId: partId(shop, service.key) })
		}
	}
}

/** 'ade-hair-studio-trim': the id of a service, an add-on or a member of staff. */
export function partId(shop: DemoShop, key: string): string {
	return `${shop.id}-${key}`
}

export function freeCancellationMinutes(shop: DemoShop): number {
	return shop.policy?.freeCancellationMinutes ?? 1_440
}

/** The days that a shop or a person works, with the minutes of the day. */
export function weekOf(hours: DemoShop['hours']): [dayOfWeek: number, range: readonly [number, number]][] {
	return Object.entries(hours).flatMap(([day, range]) => (range ? [[Number(day), range]] : []))
}

/** As the column keeps it: percent, or kobo. */
function depositValue(deposit: NonNullable<DemoShop['policy']>['deposit']): number {
	if (!deposit) return 0
	return deposit.kind === 'percent' ? deposit.value : deposit.value * KOBO_PER_NAIRA
}
