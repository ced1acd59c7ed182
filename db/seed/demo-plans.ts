import type { EntryKind } from '#app/kernel/vocabulary/subscriptions.ts'

export type DemoPlan = {
	shopId: string
	key: string
	title: string
	description: string
	naira: number
	periodDays: number
	entryKind: EntryKind
	/** In all, or a week; absent for unlimited. */
	entries?: number
	maxPauses?: number
	maxPauseDays?: number
	isPayableAtShop?: false
	isWithdrawn?: true
}

/** Plans of each kind at a gym, a dance studio and a spa, and a withdrawn one. */
export const demoPlans: readonly DemoPlan[] = [
	{
		shopId: 'surulere-strength',
		key: 'iron-quarter',
		title: 'Iron Quarter',
		description: 'Three months of the whole gym, as often as your arms allow.',
		naira: 60_000,
		periodDays: 90,
		entryKind: 'unlimited',
	},
	{
		shopId: 'surulere-strength',
		key: 'early-bird',
		title: 'Early Bird',
		description: 'Three mornings a week, before the traffic.',
		naira: 15_000,
		periodDays: 30,
		entryKind: 'weekly',
		entries: 3,
	},
	{
		shopId: 'surulere-strength',
		key: 'twelve-rounds',
		title: 'Twelve Rounds',
		description: 'Twelve boxing evenings within two months. Gloves are here.',
		naira: 36_000,
		periodDays: 60,
		entryKind: 'total',
		entries: 12,
	},
	{
		shopId: 'surulere-strength',
		key: 'lunch-break',
		title: 'Lunch Break',
		description: 'Two lunch breaks a week on the treadmill.',
		naira: 9_000,
		periodDays: 30,
		entryKind: 'weekly',
		entries: 2,
		isWithdrawn: true,
	},
	{
		shopId: 'eko-dance-and-fitness',
		key: 'four-a-week',
		title: 'Four Classes a Week',
		description: 'Eight weeks of Afrobeats, HIIT and stretching: any four classes of the week.',
		naira: 32_000,
		periodDays: 56,
		entryKind: 'weekly',
		entries: 4,
		maxPauses: 2,
		maxPauseDays: 14,
	},
	{
		shopId: 'eko-dance-and-fitness',
		key: 'five-class-card',
		title: 'Five-Class Card',
		description: 'Five classes within a month, for those who are not sure yet.',
		naira: 12_500,
		periodDays: 30,
		entryKind: 'total',
		entries: 5,
	},
	{
		shopId: 'eko-dance-and-fitness',
		key: 'every-class',
		title: 'Every Class',
		description: 'A month without counting.',
		naira: 28_000,
		periodDays: 30,
		entryKind: 'unlimited',
	},
	{
		shopId: 'itura-spa',
		key: 'five-foot-spas',
		title: 'Five Foot Spas',
		description: 'Soak, scrub and massage up to the knee, five times within half a year.',
		naira: 50_000,
		periodDays: 180,
		entryKind: 'total',
		entries: 5,
	},
	{
		shopId: 'itura-spa',
		key: 'steam-weekly',
		title: 'Steam Once a Week',
		description: 'The steam room, once in each week of a month.',
		naira: 18_000,
		periodDays: 30,
		entryKind: 'weekly',
		entries: 1,
		isPayableAtShop: false,
	},
	{
		shopId: 'itura-spa',
		key: 'thermal-month',
		title: 'Thermal Month',
		description: 'Pool, steam and quiet room on every day of a month.',
		naira: 55_000,
		periodDays: 30,
		entryKind: 'unlimited',
		maxPauses: 0,
	},
]
