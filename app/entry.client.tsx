import { RemixBrowser } from '@remix-run/react'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { unfinishedKey } from '#app/ui/start-script.tsx'

// In one go: scripts start at a touch, and React 18 can throw (#345) when that touch's click meets a page whose hydration
// is under way in pieces. Our pages are small, and this runs when the page is at rest.
flushSync(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<RemixBrowser />
		</StrictMode>,
	)
})

/**
 * When a route's script cannot be fetched, Remix reloads the page that the customer wanted to leave. So the way that was
 * not finished is noted, and the reloaded page (`StartScript`) goes there as a plain page, which needs no script.
 */
window.addEventListener('pagehide', () => {
	const { navigation } = window.__remixRouter.state
	try {
		if (navigation.state === 'loading') {
			const { pathname, search, hash } = navigation.location
			sessionStorage.setItem(unfinishedKey, location.origin + pathname + search + hash)
		}
	} catch {
		// Storage may be forbidden: then the reload is all there is.
	}
})

declare global {
	interface Window {
		__remixRouter: {
			state: {
				navigation: { state: 'idle' } | { state: 'loading' | 'submitting'; location: Location }
			}
		}
	}
}
