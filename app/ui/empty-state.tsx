import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface EmptyStateProps {
	/** 'No businesses found matching your criteria.' */
	title: string
	/** It is all that its page shows: the title is the page's own. */
	isPage?: boolean
	icon?: IconName
	children?: ReactNode
	/** The way on: a `ButtonLink`, mostly. */
	action?: ReactNode
}

export function EmptyState({ title, isPage, icon = 'search', children, action }: EmptyStateProps) {
	const Heading = isPage ? 'h1' : 'h2'
	return (
		<div className="empty">
			<span className="medal">
				<Icon name={icon} size={26} />
			</span>
			<Heading>{title}</Heading>
			{children && <p className="soft">{children}</p>}
			{action}
		</div>
	)
}
