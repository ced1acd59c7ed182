/** Protected addresses (C3) whose page is not built yet. Customers read these words; guests go to /login. */
export const placeholderPages: readonly PlaceholderPage[] = [
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
]

type PlaceholderPage = {
	path: string
	title: string
	/** What the page will hold. It never says that the customer has nothing, because that is not known yet (M1). */
	text: string
	/** By default a link to the businesses. */
	action?: { to: string; label: string }
}

export function findPlaceholderPage(routeIds: readonly string[]): PlaceholderPage {
	const page = placeholderPages.find(({ path }) => routeIds.includes(placeholderPageId(path)))
	if (!page) throw new Error(`No placeholder page among ${routeIds.join(', ')}`)
	return page
}

/** The route's id, by which the page finds its words. */
export function placeholderPageId(path: string): string {
	return `placeholder-page/${path}`
}
