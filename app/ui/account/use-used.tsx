import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

/** How soon the page notices a use, for a customer at a counter. */
const ASK_MS = 4_000
const RELOAD_SECONDS = 15

/**
 * While the page is visible, polls `path` and reloads the page once its code was used. Failures are ignored. Null
 * polls nothing.
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

/** Without script the page reloads while its code is good. */
export function RefreshCodeWithoutScript() {
	return (
		<noscript>
			<meta httpEquiv="refresh" content={String(RELOAD_SECONDS)} />
		</noscript>
	)
}
