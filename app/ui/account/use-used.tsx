import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

/** A person at a counter waits so long for the page to notice. */
const ASK_MS = 4_000
const RELOAD_SECONDS = 15

/**
 * Asks `path`, while the page is seen, whether what it shows was used at the shop, and loads the page again once it
 * was. A failure changes nothing: it is asked again. Null: nothing is asked.
 */
export function useUsed(path: string | null): void {
	const { revalidate } = useRevalidator()
	useEffect(() => {
		if (path === null) return
		const leaving = new AbortController()
		const ask = async () => {
			if (document.visibilityState !== 'visible' || !navigator.onLine) return
			try {
				const response = await fetch(path, { redirect: 'error', signal: leaving.signal })
				if (response.ok && (await response.json()) === true) revalidate()
			} catch {}
		}
		const timer = setInterval(ask, ASK_MS)
		return () => {
			clearInterval(timer)
			leaving.abort()
		}
	}, [path, revalidate])
}

/** Without script the page is loaded again while its code is good: so it notices too. */
export function RefreshCodeWithoutScript() {
	return (
		<noscript>
			<meta httpEquiv="refresh" content={String(RELOAD_SECONDS)} />
		</noscript>
	)
}
