import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

/** A row of chips that scrolls sideways: the links of a filter. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
	return (
		<nav className="chips" aria-label={label}>
			{children}
		</nav>
	)
}

interface ChipLinkProps {
	to: string
	current?: boolean
	/** The page that it leads to takes this one's place in the history. */
	replace?: boolean
	children: ReactNode
}

export function ChipLink({ to, current, replace, children }: ChipLinkProps) {
	return (
		<Link
			to={to}
			className="chip"
			aria-current={current ? 'true' : undefined}
			preventScrollReset
			replace={replace}
		>
			{children}
		</Link>
	)
}
