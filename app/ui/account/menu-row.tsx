import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '#app/ui/icon.tsx'

interface MenuRowProps {
	to: string
	icon: IconName
	label: string
	/** Before the arrow: a tag. */
	end?: ReactNode
	/** The address is a page without script, which the router cannot draw. */
	reloadDocument?: boolean
}

/** A row of a menu: a link as wide as its card. */
export function MenuRow({ to, icon, label, end, reloadDocument }: MenuRowProps) {
	return (
		<li>
			<Link to={to} reloadDocument={reloadDocument} className="menu-row">
				<Icon name={icon} className="soft" />
				<span>{label}</span>
				{end}
				<Icon name="forward" size={18} className="soft" />
			</Link>
		</li>
	)
}
