import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface MenuRowProps {
	to: string
	icon: IconName
	label: string
	/** Stands before the arrow: a tag. */
	end?: ReactNode
}

/** A row of a list of areas: a link as wide as the card that holds it. */
export function MenuRow({ to, icon, label, end }: MenuRowProps) {
	return (
		<li>
			<Link to={to} className="menu-row">
				<Icon name={icon} className="soft" />
				<span>{label}</span>
				{end}
				<Icon name="forward" size={18} className="soft" />
			</Link>
		</li>
	)
}
