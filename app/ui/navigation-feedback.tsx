import { useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { withoutRefusedPrefix } from './form/form-state.ts'

/**
 * Announces the title of each page that script renders; browsers do so only for loaded pages (M20). A new title at one
 * path counts too: 'Cancel Booking?'. Focus moves to the new content when the followed link is gone.
 */
export function PageAnnouncement() {
	const { pathname, key } = useLocation()
	const shown = useRef<{ pathname: string; title: string } | null>(null)
	const [announced, setAnnounced] = useState('')
	// biome-ignore lint/correctness/useExhaustiveDependencies: each location may bring another title
	useEffect(() => {
		const title = withoutRefusedPrefix(document.title)
		const before = shown.current
		shown.current = { pathname, title }
		if (!before || (before.pathname === pathname && before.title === title)) return
		setAnnounced(title)
		if (document.activeElement === document.body)
			document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
	}, [pathname, key])
	return (
		<p className="sr" aria-live="polite">
			{announced}
		</p>
	)
}

/** Without script the browser shows its own progress. */
export function NavigationProgress() {
	return useNavigation().state === 'idle' ? null : <div className="progress" aria-hidden="true" />
}
