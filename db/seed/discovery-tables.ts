import {
	services,
	shopCategories,
	shopFreeStarts,
	shopHours,
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
	shopFreeStarts,
}
