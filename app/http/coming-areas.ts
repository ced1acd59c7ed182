/**
 * Protected areas of the route table (spec 1 §2) that have no page of their own yet. A signed-in customer reads what is
 * to come and what works today; anybody else is led to /login. An area that is built leaves this list.
 */
export const comingAreas = [
	{ path: 'wallet', title: 'Wallet', text: 'Your rewards, cashback and payments will be here.' },
	{ path: 'my-services', title: 'My Services', text: 'Subscriptions, events and orders will be here.' },
	{ path: 'subscriptions', title: 'My Subscriptions', text: 'Plans of your salons will be here.' },
	{ path: 'sessions', title: 'Sessions', text: 'Classes that your plans include will be here.' },
	{
		path: 'events',
		title: 'Events',
		text: "Exciting events are on the way. We'll notify you when they're available!",
	},
	{
		path: 'orders',
		title: 'Orders',
		text: 'Order tracking and management features are coming soon. Stay tuned!',
	},
	{ path: 'rewards', title: 'My Rewards', text: 'What your visits earn will be here.' },
	{ path: 'transactions', title: 'All Transactions', text: 'All that you paid and earned will be here.' },
	{ path: 'loyalty-enrollment', title: 'Join Programs', text: 'Loyalty programs will be here.' },
	{ path: 'loyalty-program/:programId', title: 'Loyalty program', text: 'Loyalty programs will be here.' },
	{ path: 'settings', title: 'Settings', text: 'Your devices and data will be here.' },
] as const

/** The route's id, by which its page finds its words. */
export function comingAreaId(path: string): string {
	return `coming-area/${path}`
}
