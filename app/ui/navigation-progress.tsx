import { useNavigation } from '@remix-run/react'

/** A thin bar at the top while a page or an answer loads. Without script the browser shows its own progress. */
export function NavigationProgress() {
	return useNavigation().state === 'idle' ? null : <div className="progress" aria-hidden="true" />
}
