/**
 * Placeholder pages: protected addresses (C3) whose page is not built yet. A signed-in customer reads the words below;
 * a guest is led to /login. An address leaves this list when its page is built.
 */
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
	/** The shape of the page to come. It never says that the customer has nothing, because that is not known yet (M1). */
	text: string
	/** The next thing to do; by default a link to the businesses. */
	action?: { to: string; label: string }
}

/** The placeholder page among the routes of an address. */
export function placeholderPageOf(routeIds: readonly string[]): PlaceholderPage {
	const page = placeholderPages.find(({ path }) => routeIds.includes(placeholderPageId(path)))
	if (!page) throw new Error(`No placeholder page among ${routeIds.join(', ')}`)
	return page
}

/** The id of the route, by which the page finds its words. */
export function placeholderPageId(path: string): string {
	return `placeholder-page/${path}`
}
