import { InlineScript } from '#app/ui/inline.tsx'

/**
 * Registers the service worker from the first booking on, so that it keeps the ticket. On a slow connection the app's
 * script may never start. Written for old browsers. Only the server sends it.
 */
const source = import.meta.env.SSR
	? `(function(s){s&&s.register('/sw.js',{updateViaCache:'all'}).catch(function(){})})(navigator.serviceWorker)`
	: ''

export function RegisterWorker() {
	return <InlineScript text={source} />
}

/**
 * Rejects where the browser has no service workers. A new worker is looked for at most once an hour: the answer for
 * this address is cached that long.
 */
export async function registerServiceWorker(): Promise<void> {
	await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'all' })
}
