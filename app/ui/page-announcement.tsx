import { useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

/** Says the title of each page that script shows in place of another: browsers do so for whole pages alone (M20). */
export function PageAnnouncement() {
	const { pathname } = useLocation()
	const shown = useRef(pathname)
	const [title, setTitle] = useState('')
	useEffect(() => {
		if (shown.current === pathname) return
		shown.current = pathname
		setTitle(document.title)
	}, [pathname])
	return (
		<p className="sr" aria-live="polite">
			{title}
		</p>
	)
}
