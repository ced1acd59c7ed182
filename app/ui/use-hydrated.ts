import { useEffect, useState } from 'react'

/** False on the server and until scripts run: what only works with script waits for true. */
export function useHydrated(): boolean {
	const [isHydrated, setIsHydrated] = useState(false)
	useEffect(() => setIsHydrated(true), [])
	return isHydrated
}
