/** The chips of Discover, in their fixed order (C17). 'All' is the absence of a choice. */
export const categories = [
	{ id: 'hair-beauty', name: 'Hair & Beauty' },
	{ id: 'spa-massage', name: 'Spa & Massage' },
	{ id: 'nails', name: 'Nails' },
	{ id: 'skincare', name: 'Skincare' },
	{ id: 'fitness', name: 'Fitness' },
] as const
export type CategoryId = (typeof categories)[number]['id']

export const shopTypes = ['beauty', 'salon', 'spa', 'coffee', 'restaurant', 'retail'] as const
export type ShopType = (typeof shopTypes)[number]

/** What a shop asks for when a visit is paid online: all of it, a percentage, or an amount in kobo. */
export const depositKinds = ['none', 'percent', 'amount'] as const
export type DepositKind = (typeof depositKinds)[number]
