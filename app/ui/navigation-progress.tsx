import { useNavigation } from '@remix-run/react'

/** A thin bar at the top while a page or an answer is on its way (with script; without, the browser shows its own). */
export function NavigationProgress() {
	return useNavigation().state === 'idle' ? null : <div className="progress" aria-hidden="true" />
}
