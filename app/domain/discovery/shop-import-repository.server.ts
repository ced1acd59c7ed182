import { type SQL, sql } from 'drizzle-orm'
import { categories as allCategories } from '#app/kernel/vocabulary/discovery.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { insertNewRows, updateRows } from '#db/bulk-rows.server.ts'
import type { Database } from '#db/client.server.ts'
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
import { build, builtRead, builtWrite, rawWrite } from '#db/statement.server.ts'

type NewRow<Table extends { $inferInsert: object }> = Table['$inferInsert']
type ChangedRow<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']> & { id: string }

/** What is written of one shop: new rows whole, of others only what changes. A list that is null stays as it is. */
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
	/** All that these people do. */
	offered: { staffMemberId: string; serviceIds: string[] }[]
}

/** Shops as an import finds and writes them: many rows at a time. Only the operator's program uses it. */
export function createShopImportRepository(read: Database['read']) {
	return {
		/** All that is stored of the shops with these external ids. */
		async storedShops(externalIds: readonly string[]) {
			const wanted = sql`${shops.externalId} IN (SELECT value FROM json_each(${JSON.stringify(externalIds)}))`
			const ofThem = (column: SQL | (typeof services)['shopId']) =>
				sql`${column} IN (SELECT ${shops.id} FROM ${shops} WHERE ${wanted})`
			const [shop, hours, ofCategory, bank, service, addOn, member, offered] = await Promise.all([
				read(builtRead(build.select().from(shops).where(wanted))),
				read(
					builtRead(
						build
							.select()
							.from(shopHours)
							.where(ofThem(sql`${shopHours.shopId}`)),
					),
				),
				read(
					builtRead(
						build
							.select()
							.from(shopCategories)
							.where(ofThem(sql`${shopCategories.shopId}`)),
					),
				),
				read(
					builtRead(
						build
							.select()
							.from(shopBankAccounts)
							.where(ofThem(sql`${shopBankAccounts.shopId}`)),
					),
				),
				read(builtRead(build.select().from(services).where(ofThem(services.shopId)))),
				read(
					builtRead(
						build
							.select()
							.from(addOns)
							.where(ofThem(sql`${addOns.shopId}`)),
					),
				),
				read(
					builtRead(
						build
							.select()
							.from(staffMembers)
							.where(ofThem(sql`${staffMembers.shopId}`)),
					),
				),
				read(
					builtRead(
						build
							.select({ staffMemberId: staffServices.staffMemberId, serviceId: staffServices.serviceId })
							.from(staffServices)
							.where(
								sql`${staffServices.staffMemberId} IN (SELECT ${staffMembers.id} FROM ${staffMembers}
									WHERE ${ofThem(sql`${staffMembers.shopId}`)})`,
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

		/** Every short name that is taken, with the shop that has it. */
		takenSlugs: (): Promise<{ slug: string | null; shopId: string }[]> =>
			read(
				builtRead(
					build
						.select({ slug: shops.slug, shopId: shops.id })
						.from(shops)
						.where(sql`${shops.slug} IS NOT NULL`),
				),
			),

		/** The chips of Discover, which a new database lacks. */
		insertCategories: (): Statement<number> =>
			insertNewRows(
				categories,
				allCategories.map((category, position) => ({ ...category, position })),
				['id'],
			),

		/**
		 * One shop with all that belongs to it; the batch may be sent twice. A new shop is listed last, so that it is made
		 * searchable once and not with each of its services. Refused by the unique constraints of external id and slug.
		 */
		writeShop: (rows: ShopRows): Statement[] => {
			const { shopId, newShop, changedShop, hours, categoryIds, bankAccount, offered } = rows
			const isListedLast = newShop !== null && newShop.isListed !== false
			return [
				...(newShop ? [insertNewRows(shops, [{ ...newShop, isListed: false }], ['id'])] : []),
				...(changedShop ? updateRows(shops, [changedShop]) : []),
				...(hours
					? replace(
							shopHours,
							sql`${shopHours.shopId} = ${shopId}`,
							hours,
							['shop_id', 'day_of_week'],
							newShop,
						)
					: []),
				...(categoryIds
					? replace(
							shopCategories,
							sql`${shopCategories.shopId} = ${shopId}`,
							categoryIds.map((categoryId) => ({ shopId, categoryId })),
							['shop_id', 'category_id'],
							newShop,
						)
					: []),
				...(bankAccount ? [writeBankAccount(bankAccount)] : []),
				...(rows.newServices.length > 0 ? [insertNewRows(services, rows.newServices, ['id'])] : []),
				...updateRows(services, rows.changedServices),
				...(rows.newAddOns.length > 0 ? [insertNewRows(addOns, rows.newAddOns, ['id'])] : []),
				...updateRows(addOns, rows.changedAddOns),
				...(rows.newStaff.length > 0 ? [insertNewRows(staffMembers, rows.newStaff, ['id'])] : []),
				...updateRows(staffMembers, rows.changedStaff),
				...writeOffered(offered, newShop !== null),
				...(isListedLast
					? [rawWrite(sql`UPDATE ${shops} SET is_listed = 1 WHERE ${shops.id} = ${shopId}`)]
					: []),
			]
		},

		writeBankAccount,
	}
}

/** Where customers of the shop send transfers from now on. */
function writeBankAccount(account: NewRow<typeof shopBankAccounts>): Statement<number> {
	const { shopId, ...given } = account
	return builtWrite(
		build
			.insert(shopBankAccounts)
			.values({ shopId, ...given })
			.onConflictDoUpdate({ target: shopBankAccounts.shopId, set: given }),
	)
}

function writeOffered(offered: ShopRows['offered'], isNew: boolean): Statement[] {
	if (offered.length === 0) return []
	const people = JSON.stringify(offered.map(({ staffMemberId }) => staffMemberId))
	const rows = offered.flatMap(({ staffMemberId, serviceIds }) =>
		serviceIds.map((serviceId) => ({ staffMemberId, serviceId })),
	)
	return replace(
		staffServices,
		sql`${staffServices.staffMemberId} IN (SELECT value FROM json_each(${people}))`,
		rows,
		['staff_member_id', 'service_id'],
		isNew || null,
	)
}

/** These rows instead of those that `condition` finds; of a new shop there are none yet. */
function replace<Table extends typeof shopHours | typeof shopCategories | typeof staffServices>(
	table: Table,
	condition: SQL,
	rows: readonly Table['$inferInsert'][],
	key: readonly string[],
	isNew: unknown,
): Statement[] {
	return [
		...(isNew ? [] : [builtWrite(build.delete(table).where(condition))]),
		...(rows.length > 0 ? [insertNewRows(table, rows, key)] : []),
	]
}

export type ShopImportRepository = ReturnType<typeof createShopImportRepository>
