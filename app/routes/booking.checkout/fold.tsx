import type { ReactNode } from 'react'

interface FoldProps {
	/** Where the focus may go. */
	id?: string
	label: string
	/** Something is there already, or has to be mended. */
	isOpen: boolean
	children: ReactNode
}

/** What few want, behind a line that opens without script. */
export function Fold({ id, label, isOpen, children }: FoldProps) {
	return (
		<details className="mt-4" open={isOpen}>
			{/* The id is not on `details`: with a tabindex there, Chromium leaves out all that is in it when Tab is pressed. */}
			<summary className="tap" id={id}>
				{label}
			</summary>
			{children}
		</details>
	)
}
