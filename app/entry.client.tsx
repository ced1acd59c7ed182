import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { unmarkTitle } from './ui/form/form-state.ts'
import { registerServiceWorker } from './ui/offline/register-worker.tsx'
import { unfinishedKey } from './ui/page-scripts.tsx'
import { replaceAfterSteps } from './ui/replace-after-steps.ts'

/**
 * Called outside React, Remix's root throws a promise while the data are decoded. Then it makes the router, and throws
 * at its first hook.
 */
function callRemix(): unknown {
	try {
		return RemixBrowser({})
	} catch (reason) {
		return reason
	}
}

/** From here on the router may see history events, which `HistoryGuard` kept from it. */
function Root() {
	useLayoutEffect(() => {
		window.onpopstate = null
	}, [])
	return <RemixBrowser />
}

// Remix's root suspends until the data are decoded, and React 18 throws (#345) when a tap arrives meanwhile.
Promise.resolve(callRemix()).then(() => {
	// History moved, and its document is on the way: this page stays plain.
	if (location.pathname + location.search !== window.shownPath) return
	// Makes the router at the checked address. React would make it later, when the address may have changed.
	if (import.meta.env.PROD) callRemix()
	unmarkTitle()
	replaceAfterSteps()
	// In small steps, so that a slow phone can answer. A tap finishes them at once and is then dispatched.
	startTransition(() => {
		hydrateRoot(
			document,
			<StrictMode>
				<Root />
			</StrictMode>,
		)
	})
	// On a slow line the worker waits for the first booking (booking.confirmation).
	if (!window.slowLine) setTimeout(() => registerServiceWorker().catch(() => {}), 2_000)
})

/**
 * When a route's script fails to load, Remix reloads the page that the customer wanted to leave. The stored URL lets
 * the reloaded page (`StartScript`) open the wanted one as a plain page.
 */
window.addEventListener('pagehide', () => {
	try {
		const { navigation } = (window.__remixRouter as RemixRouter).state
		if (navigation.state === 'loading') {
			const { pathname, search, hash } = navigation.location
			sessionStorage.setItem(unfinishedKey, `${location.href} ${location.origin}${pathname}${search}${hash}`)
		}
	} catch {
		// Without storage or router the customer stays on the reloaded page.
	}
})

interface RemixRouter {
	state: {
		/** The shown page's history entry; after a step the browser is already at the next one. */
		location: { key: string }
		navigation: { state: 'idle' } | { state: 'loading' | 'submitting'; location: Location }
	}
}

declare global {
	interface Window {
		/** Set by `StartScript` for data saving or a slow line. */
		slowLine?: unknown
		/** Absent until the page's data are decoded. */
		__remixRouter?: RemixRouter
	}
}
