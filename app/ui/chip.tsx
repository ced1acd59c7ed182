import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

/** The links of a filter, in a row that scrolls sideways. */
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
