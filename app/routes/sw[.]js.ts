import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import source from '#app/ui/offline/service-worker.js?raw'

/** Removes the worker and its copies from each phone that looks for a new worker. */
const ending = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
	for (const name of await caches.keys()) await caches.delete(name)
	await registration.unregister()
})()))
`

/**
 * The service worker. Not a file, so that a setting can end it (docs/operations.md). Browsers look for a new one at
 * most once an hour (`registerServiceWorker`).
 */
export function loader({ context }: LoaderFunctionArgs) {
	return new Response(context.settings.isOfflineOn ? source : ending, {
		headers: {
			'content-type': 'text/javascript; charset=utf-8',
			'cache-control': 'public, max-age=3600',
		},
	})
}
