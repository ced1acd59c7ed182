import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '#app/ui/icon.tsx'

interface MenuRowProps {
	to: string
	icon: IconName
	label: string
	end?: ReactNode
	/** The address has no script, so the router cannot draw it. */
	reloadDocument?: boolean
}

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
