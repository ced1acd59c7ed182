import { useEffect } from 'react'
import { KIOSK_IDLE_MS } from '#app/kernel/vocabulary/shops.ts'

/**
 * Asks every few minutes whether the kiosk has locked, and lets the page give way to the PIN: customers' names and
 * numbers do not stay on an unwatched screen. Text typed there by then could not be sent either.
 */
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
