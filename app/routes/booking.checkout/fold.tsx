import type { ReactNode } from 'react'

interface FoldProps {
	/** A target for the focus. */
	id?: string
	label: string
	/** A field within has a value or an error. */
	isOpen: boolean
	children: ReactNode
}

/** Fields that few customers need. It opens without script. */
export function Fold({ id, label, isOpen, children }: FoldProps) {
	return (
		<details className="mt-4" open={isOpen}>
			{/* Not on `details`: with a tabindex there, Chromium's Tab skips everything inside. */}
			<summary className="tap" id={id}>
				{label}
			</summary>
			{children}
		</details>
	)
}
