import type { ReactNode } from 'react'

interface ActionBarProps {
	/** 'Knotless braids with Chioma · 2 h 30 min'. */
	summary?: ReactNode
	/** 'Free to cancel until Mon 23 Nov, 2:30 PM'. */
	note?: ReactNode
	/** The main button, with its amount: 'Pay ₦17,854'. */
	children: ReactNode
}

/** Sticks to the foot of the screen. Last child of the page, or of a form with class `fill`. */
export function ActionBar({ summary, note, children }: ActionBarProps) {
	return (
		<div className="action-bar">
			{summary && <p>{summary}</p>}
			{children}
			{note && <p className="action-note">{note}</p>}
		</div>
	)
}
