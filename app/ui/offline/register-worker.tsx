import { InlineScript } from '#app/ui/inline.tsx'

/**
 * From the first booking on, a slow line gets the service worker too, although the page's own script may never start
 * there: it keeps the ticket. As `registerServiceWorker` does it, written for old browsers. Only the server sends it.
 */
const source = import.meta.env.SSR
	? `(function(s){s&&s.register('/sw.js',{updateViaCache:'all'}).catch(function(){})})(navigator.serviceWorker)`
	: ''

export function RegisterWorker() {
	return <InlineScript text={source} />
}
