import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface EmptyStateProps {
	title: string
	/** The page shows nothing else, so the title is its h1. */
	isPage?: boolean
	icon?: IconName
	children?: ReactNode
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
