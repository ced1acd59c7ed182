import {
	services,
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
	shopCategories,
	services,
	staffMembers,
	staffServices,
	shopOpenings,
}
export type DiscoveryRows = TableRows<typeof discoveryTables>
