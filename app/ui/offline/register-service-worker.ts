/**
 * Rejects where the browser has no service workers. A new worker is looked for at most once an hour: the answer for
 * this address is cached that long.
 */
export async function registerServiceWorker(): Promise<void> {
	await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'all' })
}
