import type { ReactNode } from 'react'

interface ActionBarProps {
	/** The choices so far: 'Knotless braids with Chioma · 2 h 30 min'. */
	summary?: ReactNode
	/** A line under the button: 'Free to cancel until Mon 23 Nov, 2:30 PM'. */
	note?: ReactNode
	/** The one main action, with its amount: 'Pay ₦17,854'. */
	children: ReactNode
}

/** Sticks to the foot of the screen, in reach of the thumb. Last child of the page, or of a form with class `fill`. */
export function ActionBar({ summary, note, children }: ActionBarProps) {
	return (
		<div className="action-bar">
			{summary && <p>{summary}</p>}
			{children}
			{note && <p className="action-note">{note}</p>}
		</div>
	)
}
