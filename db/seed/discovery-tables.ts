import {
	addOns,
	services,
	shopBankAccounts,
	shopCategories,
	shopHours,
	shopOpenings,
	shops,
	staffMembers,
	staffServices,
} from '#db/schema/discovery.ts'
import type { TableRows } from './table-rows.ts'

export const discoveryTables = {
	shops,
	shopHours,
	shopBankAccounts,
	shopCategories,
	services,
	addOns,
	staffMembers,
	staffServices,
	shopOpenings,
}
export type DiscoveryRows = TableRows<typeof discoveryTables>
