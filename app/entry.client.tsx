import { RemixBrowser } from '@remix-run/react'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { unmarkTitle } from '#app/ui/form/refused-title.ts'
import { unfinishedKey } from '#app/ui/start-script.tsx'

/**
 * Resolves when the page's data are decoded. Remix's root suspends until then, and React 18 throws (#345) when a tap
 * arrives during that time. Called outside React, the root throws its promise before its first hook. Hydration starts
 * afterwards, in one go: pages are small, and this runs when the page is at rest or just touched.
 */
function dataDecoded(): Promise<unknown> {
	try {
		RemixBrowser({})
		return Promise.resolve()
	} catch (decoding) {
		return Promise.resolve(decoding)
	}
}

dataDecoded().then(() => {
	unmarkTitle()
	flushSync(() => {
		hydrateRoot(
			document,
			<StrictMode>
				<RemixBrowser />
			</StrictMode>,
		)
	})
})

/**
 * When a route's script cannot be fetched, Remix reloads the page that the customer wanted to leave. The wanted URL is
 * stored here, and the reloaded page (`StartScript`) opens it as a plain page, which needs no script.
 */
window.addEventListener('pagehide', () => {
	const { navigation } = window.__remixRouter.state
	try {
		if (navigation.state === 'loading') {
			const { pathname, search, hash } = navigation.location
			sessionStorage.setItem(unfinishedKey, location.origin + pathname + search + hash)
		}
	} catch {
		// Storage may be forbidden: the customer then stays on the reloaded page.
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
