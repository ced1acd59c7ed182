/**
 * Where the browser has service workers. It looks for another one at most once an hour: until then the answer for
 * this address counts.
 */
export async function registerServiceWorker(): Promise<void> {
	await navigator.serviceWorker?.register('/sw.js', { updateViaCache: 'all' })
}

/** Whether the customer wants less data, or has a line on which script waits for a tap (StartScript). */
export function isSlowLine(): boolean {
	const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
	return (
		document.documentElement.dataset.saver !== undefined ||
		connection?.saveData === true ||
		/[23]g/.test(connection?.effectiveType ?? '')
	)
}
