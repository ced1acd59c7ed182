import type { CivilDate } from '../civil.ts'

/** The chips of Discover, in order (C17). No choice is 'All'. */
export const discoverCategories = [
	{ id: 'hair-beauty', name: 'Hair & Beauty' },
	{ id: 'spa-massage', name: 'Spa & Massage' },
	{ id: 'nails', name: 'Nails' },
	{ id: 'skincare', name: 'Skincare' },
	{ id: 'fitness', name: 'Fitness' },
] as const
export type CategoryId = (typeof discoverCategories)[number]['id']

/** 'nearest' needs a place, and is the default where there is one. */
export const shopOrders = [
	{ id: 'recommended', name: 'Recommended' },
	{ id: 'nearest', name: 'Nearest' },
	{ id: 'rating', name: 'Top rated' },
	{ id: 'soonest', name: 'Soonest free' },
] as const
export type ShopOrder = (typeof shopOrders)[number]['id']

/** A list with a place covers the smallest of these with a result (D64). The last is the whole earth. */
export const nearCircles = [
	{ id: '25', km: 25 },
	{ id: '120', km: 120 },
	{ id: 'all', km: 20_100 },
] as const
export type NearCircle = (typeof nearCircles)[number]['id']

export const freeDays = [
	{ id: 'today', name: 'Today' },
	{ id: 'tomorrow', name: 'Tomorrow' },
	{ id: 'week', name: 'This week' },
] as const
export type FreeDay = (typeof freeDays)[number]['id']

/** In naira, as addresses name it. */
export const priceCaps = ['5000', '15000'] as const
export type PriceCap = (typeof priceCaps)[number]

export const shopTypes = ['beauty', 'salon', 'spa', 'coffee', 'restaurant', 'retail'] as const
export type ShopType = (typeof shopTypes)[number]

/** What a visit paid online costs first: all of it, a percentage, or an amount in kobo. */
export const depositKinds = ['none', 'percent', 'amount'] as const
export type DepositKind = (typeof depositKinds)[number]

/** The maximum of a shop's own limits: no high number may switch a limit off (D33). */
export const MOST_OF_ANY_SHOP = 50

/** Browsers draw both, and their files can be checked to the last byte. */
export const photoTypes = ['jpeg', 'webp'] as const
export type PhotoType = (typeof photoTypes)[number]

export const photoReportReasons = ['not_agreed', 'not_theirs', 'offensive', 'other'] as const
export type PhotoReportReason = (typeof photoReportReasons)[number]

/** A day closed despite the weekly hours; the reason may be empty. */
export type ClosedDay = { date: CivilDate; reason: string }

export const MAX_CLOSED_REASON_LETTERS = 100
