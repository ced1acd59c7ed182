import { useNavigation } from '@remix-run/react'

/** Without script the browser shows its own progress. */
export function NavigationProgress() {
	return useNavigation().state === 'idle' ? null : <div className="progress" aria-hidden="true" />
}
