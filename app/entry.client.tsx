import { RemixBrowser } from '@remix-run/react'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { unfinishedKey } from '#app/ui/start-script.tsx'

/**
 * Remix's root suspends until the page's data are decoded, and React 18 throws (#345) when a tap has to be answered
 * meanwhile. So it is asked once outside React, where it throws that promise before its first hook, and the page is
 * hydrated afterwards, in one go: our pages are small, and this runs when the page is at rest or just touched.
 */
function dataDecoded(): Promise<unknown> {
	try {
		RemixBrowser({})
		return Promise.resolve()
	} catch (decoding) {
		return Promise.resolve(decoding)
	}
}

dataDecoded().then(() =>
	flushSync(() => {
		hydrateRoot(
			document,
			<StrictMode>
				<RemixBrowser />
			</StrictMode>,
		)
	}),
)

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
