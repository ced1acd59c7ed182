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
		<details className="mt-4" open={isOpen} id={id} tabIndex={id ? -1 : undefined}>
			<summary className="tap">{label}</summary>
			{children}
		</details>
	)
}
