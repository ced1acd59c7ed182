import { useEffect, useState } from 'react'

const REFRESH_MS = 45_000

/** True while a new list would discard input. */
function isBusy(): boolean {
	const field = document.activeElement
	if (field?.matches('input, textarea, select')) return true
	// The unchanged day field is no input.
	const filled = [...document.querySelectorAll<HTMLInputElement>('main input, main textarea')].some(
		({ type, value, defaultValue }) => type !== 'hidden' && value !== defaultValue,
	)
	return filled || document.querySelector('main details[open]') !== null
}

/**
 * The page's list, refreshed while the page is visible and no field is filled in. A failed refresh keeps the list; a
 * redirected one (locked, closed) reloads the page.
 */
export function useFresh<View extends { at: number; here: string }>(loaded: View, address: string): View {
	const [refreshed, setRefreshed] = useState<View | null>(null)
	useEffect(() => {
		const leaving = new AbortController()
		const check = async () => {
			if (document.visibilityState !== 'visible' || !navigator.onLine || isBusy()) return
			const answer = await fetch(address, { redirect: 'manual', signal: leaving.signal }).catch(() => null)
			if (answer?.type === 'opaqueredirect') location.reload()
			const view = answer?.ok ? ((await answer.json().catch(() => null)) as View | null) : null
			if (view && !leaving.signal.aborted && !isBusy()) setRefreshed(view)
		}
		const timer = setInterval(check, REFRESH_MS)
		return () => {
			clearInterval(timer)
			leaving.abort()
		}
	}, [address])
	return refreshed && refreshed.here === loaded.here && refreshed.at > loaded.at ? refreshed : loaded
}
