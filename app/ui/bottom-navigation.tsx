import { Link } from '@remix-run/react'
import { Icon, type IconName } from './icon.tsx'

const tabs = [
	{ id: 'discover', label: 'Discover', to: '/discover', icon: 'compass' },
	{ id: 'wallet', label: 'Wallet', to: '/wallet', icon: 'wallet' },
	{ id: 'profile', label: 'Profile', to: '/profile', icon: 'profile' },
] as const satisfies { id: string; label: string; to: string; icon: IconName }[]

export type Tab = (typeof tabs)[number]['id']

/** The three tabs (C12). A route names its tab in its `handle`. */
export function BottomNavigation({ current }: { current?: Tab }) {
	return (
		<nav className="bottom-nav" aria-label="Main">
			{tabs.map((tab) => (
				<Link key={tab.id} to={tab.to} aria-current={tab.id === current ? 'page' : undefined}>
					<Icon name={tab.icon} />
					{tab.label}
				</Link>
			))}
		</nav>
	)
}
