import { addDays, type CivilDate, dayOfWeekOf } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import type { DemoShop } from './demo-shop.ts'
import { offeredServices } from './plan-visits.ts'
import type { SeedRows } from './seed-rows.server.ts'

const SHOP_AGE_DAYS = 400

/** The rows of a shop before anybody visits it: hours, services, staff, codes. Ids are made of the shop's id. */
export function addShopRows(rows: SeedRows, shop: DemoShop, today: CivilDate, todayStartsAt: Instant): void {
	const shopId = shop.id
	rows.shops.push({
		id: shopId,
		name: shop.name,
		type: shop.type,
		description: shop.description,
		phone: shop.phone,
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
		prepaidFromNoShows: shop.policy?.prepaidFromNoShows ?? null,
		createdAt: todayStartsAt - SHOP_AGE_DAYS * DAY_MS,
	})
	for (const [day, [opensMinute, closesMinute]] of weekOf(shop.hours)) {
		if (shop.closedToday && day === dayOfWeekOf(today)) continue
		rows.shopHours.push({ shopId, dayOfWeek: day, opensMinute, closesMinute })
	}
	if (shop.bank) rows.shopBankAccounts.push({ shopId, ...shop.bank })
	for (const categoryId of shop.categories) rows.shopCategories.push({ shopId, categoryId })
	addMenuRows(rows, shop)
	addStaffRows(rows, shop, today)
	for (const promo of shop.promoCodes ?? []) {
		rows.promoCodes.push({
			id: promoCodeId(shop, promo.code),
			shopId,
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

function addMenuRows(rows: SeedRows, shop: DemoShop): void {
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

function addStaffRows(rows: SeedRows, shop: DemoShop, today: CivilDate): void {
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
		for (const [dayOfWeek, [startMinute, endMinute]] of weekOf(member.works ?? shop.hours)) {
			const onBreak = member.break && startMinute < member.break[0] && member.break[1] < endMinute
			rows.staffSchedules.push({
				staffMemberId,
				dayOfWeek,
				isAvailable: true,
				startMinute,
				endMinute,
				breakStartMinute: (onBreak && member.break?.[0]) || null,
				breakEndMinute: (onBreak && member.break?.[1]) || null,
			})
		}
		for (const offset of member.daysOff ?? []) {
			rows.staffDaysOff.push({ staffMemberId, date: addDays(today, offset) })
		}
	}
}

/** 'ade-hair-studio-trim': the id of a service, an add-on or a member of staff. */
export function partId(shop: DemoShop, key: string): string {
	return `${shop.id}-${key}`
}

export function promoCodeId(shop: DemoShop, code: string): string {
	return `${shop.id}-promo-${code.toLowerCase()}`
}

export function freeCancellationMinutes(shop: DemoShop): number {
	return shop.policy?.freeCancellationMinutes ?? 1_440
}

function weekOf(hours: DemoShop['hours']): [dayOfWeek: number, range: readonly [number, number]][] {
	return Object.entries(hours).flatMap(([day, range]) => (range ? [[Number(day), range]] : []))
}

/** As the column keeps it: percent, or kobo. */
function depositValue(deposit: NonNullable<DemoShop['policy']>['deposit']): number {
	if (!deposit) return 0
	return deposit.kind === 'percent' ? deposit.value : deposit.value * KOBO_PER_NAIRA
}
