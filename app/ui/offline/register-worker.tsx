import { InlineScript } from '#app/ui/inline.tsx'

/**
 * From the first booking on, the page registers the service worker without the app's script, which a slow line may
 * never start: the worker keeps the ticket. Written for old browsers. Only the server sends it.
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
