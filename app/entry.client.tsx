import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { unmarkTitle } from './ui/form/form-state.ts'
import { registerServiceWorker } from './ui/offline/register-worker.tsx'
import { unfinishedKey } from './ui/page-scripts.tsx'
import { replaceAfterSteps } from './ui/replace-after-steps.ts'

/**
 * Called outside React, Remix's root throws a promise while the page's data are decoded. Then it makes the router, and
 * throws at its first hook.
 */
function callRemix(): unknown {
	try {
		return RemixBrowser({})
	} catch (reason) {
		return reason
	}
}

/** From here on the router may hear of steps in the history, which `HistoryGuard` kept from it. */
function Root() {
	useLayoutEffect(() => {
		window.onpopstate = null
	}, [])
	return <RemixBrowser />
}

// Remix's root suspends until the data are decoded, and React 18 throws (#345) when a tap arrives during that time.
Promise.resolve(callRemix()).then(() => {
	// History moved, and the document of its new address is on the way: this one stays a plain page.
	if (location.pathname + location.search !== window.shownPath) return
	// The router begins at the address that was just checked. React would make it later, when the address may have
	// changed.
	if (import.meta.env.PROD) callRemix()
	unmarkTitle()
	replaceAfterSteps()
	// In small steps, between which a slow phone answers. A tap meanwhile finishes them at once and is then dispatched.
	startTransition(() => {
		hydrateRoot(
			document,
			<StrictMode>
				<Root />
			</StrictMode>,
		)
	})
	// Last of all, and on a slow line not before the first booking (booking.confirmation).
	if (!window.slowLine) setTimeout(() => registerServiceWorker().catch(() => {}), 2_000)
})

/**
 * When a route's script cannot be fetched, Remix reloads the page that the customer wanted to leave. The wanted URL is
 * stored here, and the reloaded page (`StartScript`) opens it as a plain page, which needs no script. Any other page
 * that opens instead, such as the one before, is what the customer chose.
 */
window.addEventListener('pagehide', () => {
	try {
		const { navigation } = (window.__remixRouter as RemixRouter).state
		if (navigation.state === 'loading') {
			const { pathname, search, hash } = navigation.location
			sessionStorage.setItem(unfinishedKey, `${location.href} ${location.origin}${pathname}${search}${hash}`)
		}
	} catch {
		// Storage may be forbidden, or the router not made yet: the customer then stays on the reloaded page.
	}
})

interface RemixRouter {
	state: {
		/** Of the page that is shown; the browser's own entry is ahead of it after a step. */
		location: { key: string }
		navigation: { state: 'idle' } | { state: 'loading' | 'submitting'; location: Location }
	}
}

declare global {
	interface Window {
		/** Less data is wanted, or the line is slow: what `StartScript` found. */
		slowLine?: unknown
		/** Absent until the page's data are decoded. */
		__remixRouter?: RemixRouter
	}
}
