import { sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Instant } from '#app/kernel/instant.ts'
import { discoverCategories } from '#app/kernel/vocabulary/discovery.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { insertNewRows, updateRows } from '#db/bulk-rows.server.ts'
import type { Database } from '#db/client.server.ts'
import { pickColumns } from '#db/row.server.ts'
import {
	addOns,
	categories,
	services,
	shopBankAccounts,
	shopCategories,
	shopHours,
	shops,
	staffMembers,
	staffServices,
} from '#db/schema/discovery.ts'
import { build, builtRead, deleteWhere, rawWrite, upsertRow } from '#db/statement.server.ts'
import { markShopsChanged } from './opening-repository.server.ts'
import { listBookableShops } from './shop-beginning-repository.server.ts'

type NewRow<Table extends { $inferInsert: object }> = Table['$inferInsert']
type ChangedRow<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']> & { id: string }

/** New rows whole, changed fields of existing ones. A null list stays unchanged. */
export type ShopRows = {
	shopId: string
	newShop: NewRow<typeof shops> | null
	changedShop: ChangedRow<typeof shops> | null
	hours: NewRow<typeof shopHours>[] | null
	categoryIds: string[] | null
	bankAccount: NewRow<typeof shopBankAccounts> | null
	newServices: NewRow<typeof services>[]
	changedServices: ChangedRow<typeof services>[]
	newAddOns: NewRow<typeof addOns>[]
	changedAddOns: ChangedRow<typeof addOns>[]
	newStaff: NewRow<typeof staffMembers>[]
	changedStaff: ChangedRow<typeof staffMembers>[]
	/** Replaces all services of these people. */
	offered: { staffMemberId: string; serviceIds: string[] }[]
}

/** Shops as an import reads and writes them, many rows at a time. Only the operator's program uses it. */
export function createShopImportRepository(read: Database['read']) {
	return {
		async storedShops(externalIds: readonly string[]) {
			const wanted = sql`${shops.externalId} IN (SELECT value FROM json_each(${JSON.stringify(externalIds)}))`
			const ofThem = (column: SQLiteColumn) =>
				sql`${column} IN (SELECT ${shops.id} FROM ${shops} WHERE ${wanted})`
			const [shop, hours, ofCategory, bank, service, addOn, member, offered] = await Promise.all([
				read(builtRead(build.select().from(shops).where(wanted))),
				read(builtRead(build.select().from(shopHours).where(ofThem(shopHours.shopId)))),
				read(builtRead(build.select().from(shopCategories).where(ofThem(shopCategories.shopId)))),
				read(builtRead(build.select().from(shopBankAccounts).where(ofThem(shopBankAccounts.shopId)))),
				read(builtRead(build.select().from(services).where(ofThem(services.shopId)))),
				read(builtRead(build.select().from(addOns).where(ofThem(addOns.shopId)))),
				read(builtRead(build.select().from(staffMembers).where(ofThem(staffMembers.shopId)))),
				read(
					builtRead(
						build
							.select({ staffMemberId: staffServices.staffMemberId, serviceId: staffServices.serviceId })
							.from(staffServices)
							.where(
								sql`${staffServices.staffMemberId} IN (SELECT ${staffMembers.id} FROM ${staffMembers}
									WHERE ${ofThem(staffMembers.shopId)})`,
							),
					),
				),
			])
			return {
				shops: shop,
				hours,
				categories: ofCategory,
				bankAccounts: bank,
				services: service,
				addOns: addOn,
				staff: member,
				offered,
			}
		},

		takenSlugs: (): Promise<{ slug: string | null; shopId: string }[]> =>
			read(
				builtRead(
					build
						.select({ slug: shops.slug, shopId: shops.id })
						.from(shops)
						.where(sql`${shops.slug} IS NOT NULL`),
				),
			),

		/** Every shop, to compare names: lookalike names differ in letters, which SQL cannot compare. */
		shopsToCompare: () =>
			read(
				builtRead(
					build
						.select({
							shopId: shops.id,
							...pickColumns(shops, 'externalId', 'name', 'phone', 'address', 'latitude', 'longitude'),
						})
						.from(shops),
				),
			),

		/** A new database lacks them. */
		insertCategories: (): Statement<number> =>
			insertNewRows(
				categories,
				discoverCategories.map((category, position) => ({ ...category, position })),
				['id'],
			),

		/**
		 * Writes these shops and all their rows, a statement for each table; the batch may be sent twice. New shops are
		 * listed last, so that each is indexed for search once. Openings become due. Refused by the unique constraints of
		 * external id and slug.
		 */
		writeShops: (all: readonly ShopRows[], now: Instant): Statement[] => {
			const newShops = all.flatMap(({ newShop }) => newShop ?? [])
			const listedLast = newShops.filter(({ isListed }) => isListed !== false).map(({ id }) => id)
			const withHours = all.filter(({ hours }) => hours !== null)
			const withCategories = all.filter(({ categoryIds }) => categoryIds !== null)
			const offered = all.flatMap((shop) => shop.offered)
			return [
				...insert(
					shops,
					newShops.map((shop) => ({ ...shop, isListed: false })),
				),
				...updateRows(
					shops,
					all.flatMap(({ changedShop }) => (changedShop ? [withPlace(changedShop)] : [])),
				),
				...replace(
					shopHours,
					shopHours.shopId,
					withHours.map(({ shopId }) => shopId),
					withHours.flatMap(({ hours }) => hours ?? []),
					['shop_id', 'day_of_week'],
				),
				...replace(
					shopCategories,
					shopCategories.shopId,
					withCategories.map(({ shopId }) => shopId),
					withCategories.flatMap(({ shopId, categoryIds }) =>
						(categoryIds ?? []).map((categoryId) => ({ shopId, categoryId })),
					),
					['shop_id', 'category_id'],
				),
				...all.flatMap(({ bankAccount }) => (bankAccount ? [writeBankAccount(bankAccount)] : [])),
				...insert(services, of(all, 'newServices')),
				...updateRows(services, of(all, 'changedServices')),
				...insert(addOns, of(all, 'newAddOns')),
				...updateRows(addOns, of(all, 'changedAddOns')),
				...insert(staffMembers, of(all, 'newStaff')),
				...updateRows(staffMembers, of(all, 'changedStaff')),
				...replace(
					staffServices,
					staffServices.staffMemberId,
					offered.map(({ staffMemberId }) => staffMemberId),
					offered.flatMap(({ staffMemberId, serviceIds }) =>
						serviceIds.map((serviceId) => ({ staffMemberId, serviceId })),
					),
					['staff_member_id', 'service_id'],
				),
				...(listedLast.length === 0
					? []
					: [
							rawWrite(
								sql`UPDATE ${shops} SET is_listed = 1 WHERE ${shops.id} IN (SELECT value FROM json_each(${JSON.stringify(listedLast)}))`,
							),
						]),
				markShopsChanged(
					all.map(({ shopId }) => shopId),
					now,
				),
			]
		},

		/** After all of their rows: lists shops that began with a form and could be booked now. */
		listBookable: listBookableShops,

		writeBankAccount,
	}
}

function of<
	Name extends
		| 'newServices'
		| 'changedServices'
		| 'newAddOns'
		| 'changedAddOns'
		| 'newStaff'
		| 'changedStaff',
>(all: readonly ShopRows[], name: Name): ShopRows[Name] {
	return all.flatMap((shop) => shop[name]) as ShopRows[Name]
}

/** The operator's coordinates are the shop's, not the middle of its city. */
function withPlace(shop: ChangedRow<typeof shops>): ChangedRow<typeof shops> {
	return 'latitude' in shop || 'longitude' in shop ? { ...shop, isPlaceKnown: true } : shop
}

/** Where customers send transfers from now on. */
function writeBankAccount(account: NewRow<typeof shopBankAccounts>): Statement<number> {
	const { shopId, ...given } = account
	return upsertRow(shopBankAccounts, { shopId, ...given }, { target: shopBankAccounts.shopId, set: given })
}

function insert<Table extends typeof shops | typeof services | typeof addOns | typeof staffMembers>(
	table: Table,
	rows: readonly Table['$inferInsert'][],
): Statement[] {
	return rows.length === 0 ? [] : [insertNewRows(table, rows, ['id'])]
}

/** Replaces all rows of these owners. */
function replace<Table extends typeof shopHours | typeof shopCategories | typeof staffServices>(
	table: Table,
	owner:
		| (typeof shopHours)['shopId']
		| (typeof shopCategories)['shopId']
		| (typeof staffServices)['staffMemberId'],
	owners: readonly string[],
	rows: readonly Table['$inferInsert'][],
	key: readonly string[],
): Statement[] {
	if (owners.length === 0) return []
	const owned = sql`${owner} IN (SELECT value FROM json_each(${JSON.stringify(owners)}))`
	return [deleteWhere(table, owned), ...(rows.length > 0 ? [insertNewRows(table, rows, key)] : [])]
}

export type ShopImportRepository = ReturnType<typeof createShopImportRepository>
