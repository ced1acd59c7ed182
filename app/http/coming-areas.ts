/**
 * Protected areas of the route table (spec 1 §2) that have no page of their own yet. A signed-in customer reads the
 * area's own words for having nothing, where the specification has them, and what works today; anybody else is led to
 * /login. An area that is built leaves this list.
 */
export const comingAreas: readonly ComingArea[] = [
	{
		path: 'wallet',
		title: 'Wallet',
		subtitle: 'Manage your payments and rewards',
		heading: 'No recent transactions',
		text: 'What you pay and earn at participating businesses will be here.',
	},
	{
		path: 'subscriptions',
		title: 'My Subscriptions',
		heading: 'No Subscriptions Yet',
		text: 'Plans of your salons will be here.',
		action: { to: '/discover', label: 'Browse Shops' },
	},
	{
		path: 'sessions',
		title: 'Sessions',
		heading: 'No Sessions Available',
		text: 'There are no available sessions at this time.',
	},
	{
		path: 'events',
		title: 'Events',
		heading: 'Coming Soon',
		text: "Exciting events are on the way. We'll notify you when they're available!",
	},
	{
		path: 'orders',
		title: 'Orders',
		heading: 'Coming Soon',
		text: 'Order tracking and management features are coming soon. Stay tuned!',
	},
	{
		path: 'rewards',
		title: 'My Rewards',
		heading: 'No rewards available',
		text: 'Keep visiting your favorite businesses to earn rewards!',
	},
	{
		path: 'transactions',
		title: 'All Transactions',
		heading: 'No transactions found',
		text: 'What you pay and earn will be here.',
	},
	{
		path: 'loyalty-enrollment',
		title: 'Join Programs',
		heading: 'Not open yet',
		text: 'No business has a loyalty program here yet.',
	},
	{
		path: 'loyalty-program/:programId',
		title: 'Loyalty program',
		heading: 'Program Not Found',
		text: 'No business has a loyalty program here yet.',
	},
]

type ComingArea = {
	path: string
	title: string
	subtitle?: string
	heading: string
	text: string
	/** The way on; default: to the businesses. */
	action?: { to: string; label: string }
}

/** The route's id, by which its page finds its words. */
export function comingAreaId(path: string): string {
	return `coming-area/${path}`
}
