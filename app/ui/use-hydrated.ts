import { useEffect, useState } from 'react'

/** False on the server and until scripts run. Controls that need script wait for true. */
export function useHydrated(): boolean {
	const [isHydrated, setIsHydrated] = useState(false)
	useEffect(() => setIsHydrated(true), [])
	return isHydrated
}
