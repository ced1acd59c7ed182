import { useEffect } from 'react'
import { KIOSK_IDLE_MS } from '#app/kernel/vocabulary/shops.ts'

/** Reloads the page once the kiosk has locked: customers' details must not stay on an unwatched screen. */
export function useLock(isOpen: boolean): void {
	useEffect(() => {
		if (!isOpen) return
		const check = async () => {
			const answer = await fetch('/kiosk/fresh', { redirect: 'manual' }).catch(() => null)
			if (answer?.type === 'opaqueredirect') location.reload()
		}
		const timer = setInterval(check, KIOSK_IDLE_MS / 2)
		return () => clearInterval(timer)
	}, [isOpen])
}
