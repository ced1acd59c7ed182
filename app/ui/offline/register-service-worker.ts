/**
 * Rejects where the browser has no service workers. It looks for another one at most once an hour: until then the
 * answer for this address counts.
 */
export async function registerServiceWorker(): Promise<void> {
	await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'all' })
}
