import { useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { withoutRefusedPrefix } from './form/refused-title.ts'

/**
 * Says the title of each page that script shows in place of another: browsers do so for whole pages alone (M20). A
 * question at the same path is another page by its title: 'Cancel Booking?'. A refusal has its own words. Where the
 * link that led there is gone, the focus that went with it moves to the new content.
 */
export function PageAnnouncement() {
	const { pathname, key } = useLocation()
	const shown = useRef<{ pathname: string; title: string } | null>(null)
	const [announced, setAnnounced] = useState('')
	// biome-ignore lint/correctness/useExhaustiveDependencies: each location may have brought another title
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
