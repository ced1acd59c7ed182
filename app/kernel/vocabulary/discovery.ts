/** The chips of Discover, in their fixed order (C17). 'All' is the absence of a choice. */
export const discoverCategories = [
	{ id: 'hair-beauty', name: 'Hair & Beauty' },
	{ id: 'spa-massage', name: 'Spa & Massage' },
	{ id: 'nails', name: 'Nails' },
	{ id: 'skincare', name: 'Skincare' },
	{ id: 'fitness', name: 'Fitness' },
] as const
export type CategoryId = (typeof discoverCategories)[number]['id']

/** The orders of the list of Discover. 'nearest' needs a place, and is the usual one where there is one. */
export const shopOrders = [
	{ id: 'recommended', name: 'Recommended' },
	{ id: 'nearest', name: 'Nearest' },
	{ id: 'rating', name: 'Top rated' },
	{ id: 'soonest', name: 'Soonest free' },
] as const
export type ShopOrder = (typeof shopOrders)[number]['id']

/** How far a list with a place goes: to the smallest of these that has something (D64). The last is the whole earth. */
export const nearCircles = [
	{ id: '25', km: 25 },
	{ id: '120', km: 120 },
	{ id: 'all', km: 20_100 },
] as const
export type NearCircle = (typeof nearCircles)[number]['id']

/** By when a time is to be free. */
export const freeDays = [
	{ id: 'today', name: 'Today' },
	{ id: 'tomorrow', name: 'Tomorrow' },
	{ id: 'week', name: 'This week' },
] as const
export type FreeDay = (typeof freeDays)[number]['id']

/** What the cheapest service may cost, in naira, as addresses name it. */
export const priceCaps = ['5000', '15000'] as const
export type PriceCap = (typeof priceCaps)[number]

export const shopTypes = ['beauty', 'salon', 'spa', 'coffee', 'restaurant', 'retail'] as const
export type ShopType = (typeof shopTypes)[number]

/** What a shop asks for when a visit is paid online: all of it, a percentage, or an amount in kobo. */
export const depositKinds = ['none', 'percent', 'amount'] as const
export type DepositKind = (typeof depositKinds)[number]

/** The most that a ceiling of a shop counts as (D33): none is switched off by a high number. */
export const MOST_OF_ANY_SHOP = 50

/** What a photo may be: browsers draw both, and their files can be read to the last byte. */
export const photoTypes = ['jpeg', 'webp'] as const
export type PhotoType = (typeof photoTypes)[number]

/** What a visitor may find wrong with a photo. */
export const photoReportReasons = ['not_agreed', 'not_theirs', 'offensive', 'other'] as const
export type PhotoReportReason = (typeof photoReportReasons)[number]
