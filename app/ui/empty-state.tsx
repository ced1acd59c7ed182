import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface EmptyStateProps {
	/** 'No businesses found matching your criteria.' */
	title: string
	icon?: IconName
	children?: ReactNode
	/** The way on: a `ButtonLink`, mostly. */
	action?: ReactNode
}

export function EmptyState({ title, icon = 'search', children, action }: EmptyStateProps) {
	return (
		<div className="empty">
			<span className="medal">
				<Icon name={icon} size={26} />
			</span>
			<h2>{title}</h2>
			{children && <p className="soft">{children}</p>}
			{action}
		</div>
	)
}
