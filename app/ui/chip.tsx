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

export function ChipLink({ to, current, children }: { to: string; current?: boolean; children: ReactNode }) {
	return (
		<Link to={to} className="chip" aria-current={current ? 'true' : undefined} preventScrollReset>
			{children}
		</Link>
	)
}
