import type { ScheduleImportRepository } from '#app/domain/availability/schedule-import-repository.server.ts'
import type { ShopImportRepository } from '#app/domain/discovery/shop-import-repository.server.ts'
import type { CategoryId } from '#app/kernel/vocabulary/discovery.ts'
import type {
	AddOnValues,
	ImportedBankAccount,
	ServiceValues,
	ShopValues,
	StaffValues,
	WeekDay,
} from './imported-shop.ts'

export type ImportDeps = { shopImports: ShopImportRepository; scheduleImports: ScheduleImportRepository }

type Stored<Values> = Values & { id: string; externalId: string | null }

export type StoredShop = {
	shopId: string
	externalId: string
	values: ShopValues
	week: WeekDay[]
	categoryIds: CategoryId[]
	bankAccount: ImportedBankAccount | null
	services: Stored<ServiceValues>[]
	addOns: Stored<AddOnValues>[]
	staff: (Stored<StaffValues> & { serviceIds: string[]; week: WeekDay[] })[]
}

/** The shops of these external ids, by external id. */
export async function readStoredShops(
	{ shopImports, scheduleImports }: ImportDeps,
	externalIds: readonly string[],
): Promise<Map<string, StoredShop>> {
	const found = await shopImports.storedShops(externalIds)
	if (found.shops.length === 0) return new Map()
	const schedules = await scheduleImports.schedulesOf(found.shops.map(({ id }) => id))
	const hoursOf = groups(found.hours, ({ shopId }) => shopId)
	const categoriesOf = groups(found.categories, ({ shopId }) => shopId)
	const accountOf = new Map(found.bankAccounts.map(({ shopId, ...account }) => [shopId, account]))
	const servicesOf = groups(found.services, ({ shopId }) => shopId)
	const addOnsOf = groups(found.addOns, ({ shopId }) => shopId)
	const staffOf = groups(found.staff, ({ shopId }) => shopId)
	const offeredBy = groups(found.offered, ({ staffMemberId }) => staffMemberId)
	const scheduleOf = groups(schedules, ({ staffMemberId }) => staffMemberId)
	return new Map(
		found.shops.map(({ id: shopId, externalId, ...shop }) => [
			externalId ?? '',
			{
				shopId,
				externalId: externalId ?? '',
				values: shop,
				week: (hoursOf.get(shopId) ?? [])
					.map(({ dayOfWeek, opensMinute, closesMinute }) =>
						weekDay({ dayOfWeek, startMinute: opensMinute, endMinute: closesMinute }),
					)
					.sort(byDay),
				categoryIds: (categoriesOf.get(shopId) ?? []).map(({ categoryId }) => categoryId as CategoryId),
				bankAccount: accountOf.get(shopId) ?? null,
				services: (servicesOf.get(shopId) ?? []).map((service) => ({
					...service,
					categoryId: service.categoryId as CategoryId,
				})),
				addOns: addOnsOf.get(shopId) ?? [],
				staff: (staffOf.get(shopId) ?? []).map((member) => ({
					...member,
					serviceIds: (offeredBy.get(member.id) ?? []).map(({ serviceId }) => serviceId).sort(),
					week: (scheduleOf.get(member.id) ?? [])
						.filter(({ isAvailable }) => isAvailable)
						.map(weekDay)
						.sort(byDay),
				})),
			},
		]),
	)
}

/** A day with its parts in one order, so that equal days compare as equal. */
export function weekDay(
	input: Pick<WeekDay, 'dayOfWeek' | 'startMinute' | 'endMinute'> & Partial<WeekDay>,
): WeekDay {
	const { dayOfWeek, startMinute, endMinute, breakStartMinute = null, breakEndMinute = null } = input
	return { dayOfWeek, startMinute, endMinute, breakStartMinute, breakEndMinute }
}

function byDay(a: WeekDay, b: WeekDay): number {
	return a.dayOfWeek - b.dayOfWeek
}

function groups<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
	const found = new Map<string, Row[]>()
	for (const row of rows) {
		const group = found.get(keyOf(row))
		if (group) group.push(row)
		else found.set(keyOf(row), [row])
	}
	return found
}
