import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { discoverCategories } from '#app/kernel/vocabulary/discovery.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { describedColumns, describedRow } from '#db/described-row.server.ts'
import { refuseUnlessSeen, refuseWhen } from '#db/refuse-when.server.ts'
import { pickColumns, rows } from '#db/row.server.ts'
import { addOns, categories, services, shopCategories, shopHours } from '#db/schema/discovery.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { callerRows, shopRows } from '#db/shop-rows.server.ts'
import {
	build,
	builtRead,
	deleteWhere,
	insertNewRow,
	insertRow,
	preparedSelect,
	updateWhere,
} from '#db/statement.server.ts'
import { addOnFields, serviceFields } from './catalogue.ts'
import { catalogueStaff } from './catalogue-staff-repository.server.ts'

/** What a shop may set of a service or add-on. */
export type ServiceFields = Omit<typeof services.$inferInsert, 'id' | 'shopId'>
export type AddOnFields = Omit<typeof addOns.$inferInsert, 'id' | 'shopId'>
export type HoursOfDay = Omit<typeof shopHours.$inferSelect, 'shopId'>

export const serviceConstraints = { 'unique:services.shop_id': 'external_id_taken' } as const

export const addOnConstraints = { 'unique:add_ons.shop_id': 'external_id_taken' } as const

const serviceRows = shopRows(services, {
	...pickColumns(services, 'id', 'externalId'),
	...describedColumns(serviceFields, services),
})

const addOnRows = shopRows(addOns, {
	...pickColumns(addOns, 'id', 'externalId'),
	...describedColumns(addOnFields, addOns),
})

const ownServices = callerRows(
	services,
	rows({ id: services.id, ...describedRow(serviceFields, services) }),
	sql`${services.position}, ${services.name}`,
)

const ownAddOns = callerRows(
	addOns,
	rows({ id: addOns.id, ...describedRow(addOnFields, addOns) }),
	sql`${addOns.position}, ${addOns.name}`,
)

const selectHours = (shopId: SQL) =>
	preparedSelect<HoursOfDay>(
		rows(pickColumns(shopHours, 'dayOfWeek', 'opensMinute', 'closesMinute')),
		() => sql`FROM ${shopHours} WHERE ${shopHours.shopId} = ${shopId} ORDER BY ${shopHours.dayOfWeek}`,
	)
const hoursOfShop = selectHours(sql`${sql.placeholder('shopId')}`)
const hoursOfCaller = selectHours(callingShopId(shopCallerPlaceholders))

/** What a shop offers and by whom, as the shop sees and changes it. Every write names the shop. */
export function createCatalogueRepository(read: Database['read']) {
	return {
		...catalogueStaff(read),
		services: serviceRows(read),
		addOns: addOnRows(read),
		/** As customers see them, and those switched off too. */
		ownServices: ownServices(read),
		ownAddOns: ownAddOns(read),
		async countServices(shopId: string, serviceIds: readonly string[]): Promise<number> {
			const [row] = await read(
				builtRead(
					build
						.select({ found: count() })
						.from(services)
						.where(and(eq(services.shopId, shopId), inArray(services.id, [...serviceIds]))),
				),
			)
			return row?.found ?? 0
		},

		hours: (shopId: string): Promise<HoursOfDay[]> => read(hoursOfShop({ shopId })),

		ownHours: ({ secretHash, kind }: ShopCaller): Promise<HoursOfDay[]> =>
			read(hoursOfCaller({ secretHash, kind })),

		/** Also lists the shop under its category. An external id in use is refused. */
		insertService: (row: ServiceFields & { id: string; shopId: string }): Statement[] => [
			...listCategory(row.shopId, row.categoryId),
			insertNewRow(services, row, services.id),
		],

		refuseUnlessServiceSeen: (
			place: { shopId: string; id: string },
			seen: Partial<ServiceFields>,
			wanted: Partial<ServiceFields>,
		): Statement => refuseUnlessSeen(services, place, seen, wanted),

		updateService: (shopId: string, id: string, fields: Partial<ServiceFields>): Statement[] => [
			...(fields.categoryId === undefined ? [] : listCategory(shopId, fields.categoryId)),
			updateWhere(services, fields, ofShop(services, shopId, id)),
		],

		insertAddOn: (row: AddOnFields & { id: string; shopId: string }): Statement[] => [
			insertNewRow(addOns, row, addOns.id),
		],

		refuseUnlessAddOnSeen: (
			place: { shopId: string; id: string },
			seen: Partial<AddOnFields>,
			wanted: Partial<AddOnFields>,
		): Statement => refuseUnlessSeen(addOns, place, seen, wanted),

		updateAddOn: (shopId: string, id: string, fields: Partial<AddOnFields>): Statement[] => [
			updateWhere(addOns, fields, ofShop(addOns, shopId, id)),
		],

		/**
		 * First in the batch. Refused ('changed_meanwhile') where the hours are neither as the form showed them nor as
		 * wanted.
		 */
		refuseUnlessHoursSeen: (
			shopId: string,
			seen: readonly HoursOfDay[],
			wanted: readonly HoursOfDay[],
		): Statement =>
			refuseWhen(
				'changed_meanwhile',
				sql`(SELECT coalesce(json_group_array(json_array(day_of_week, opens_minute, closes_minute)), '[]')
					FROM (SELECT * FROM ${shopHours} WHERE ${shopHours.shopId} = ${shopId} ORDER BY day_of_week))
					NOT IN (${weekText(seen)}, ${weekText(wanted)})`,
			),

		/** The whole week: a day not named is closed. */
		setHours: (shopId: string, week: readonly HoursOfDay[]): Statement[] => [
			deleteWhere(shopHours, eq(shopHours.shopId, shopId)),
			...(week.length === 0
				? []
				: [
						insertRow(
							shopHours,
							week.map((day) => ({ ...day, shopId })),
						),
					]),
		],
	}
}

function weekText(week: readonly HoursOfDay[]): string {
	return JSON.stringify(
		week
			.toSorted((one, other) => one.dayOfWeek - other.dayOfWeek)
			.map(({ dayOfWeek, opensMinute, closesMinute }) => [dayOfWeek, opensMinute, closesMinute]),
	)
}

function ofShop(
	table: { id: SQLiteColumn; shopId: SQLiteColumn },
	shopId: string,
	id: string,
): SQL | undefined {
	return and(eq(table.shopId, shopId), eq(table.id, id))
}

/** A new database has no categories: each is inserted with its first service. */
function listCategory(shopId: string, categoryId: string): Statement[] {
	const position = discoverCategories.findIndex(({ id }) => id === categoryId)
	const known = discoverCategories[position]
	return [
		...(known ? [insertNewRow(categories, { ...known, position })] : []),
		insertNewRow(shopCategories, { shopId, categoryId }),
	]
}
