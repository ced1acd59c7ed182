import {
	services,
	shopCategories,
	shopHours,
	shopOpenings,
	shops,
	staffMembers,
	staffServices,
} from '#db/schema/discovery.ts'

export const discoveryTables = {
	shops,
	shopHours,
	shopCategories,
	services,
	staffMembers,
	staffServices,
	shopOpenings,
}
