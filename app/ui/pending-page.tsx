import { useLocation, useNavigation } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { ButtonLink } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { Page } from './page.tsx'
import { PageHeader } from './page-header.tsx'
import { Skeleton, SkeletonRows } from './skeleton.tsx'

type PendingList = {
	title: string
	subtitle?: string
	back?: { to: string; label: string }
	cards: number
	label?: string
	rows?: { title: string; count: number }
}

/** Pages with a skeleton, and its number of cards. */
const lists: Record<string, PendingList> = {
	'/wallet': {
		title: 'Wallet',
		subtitle: 'Manage your payments and rewards',
		cards: 1,
		label: 'Loading cards',
		rows: { title: 'Recent Transactions', count: 3 },
	},
	'/favorites': { title: 'My Favorites', back: { to: '/profile', label: 'Profile' }, cards: 6 },
	'/sessions': { title: 'Sessions', back: { to: '/subscriptions', label: 'My Subscriptions' }, cards: 3 },
}
const PROGRAM = '/loyalty-program/'

const PROGRAM_PATIENCE_MS = 10_000

/**
 * The page, or with script the skeleton of the next one while it loads (C27). A program that takes too long says so.
 */
export function PendingPage({ children }: { children: ReactNode }) {
	const here = useLocation().pathname
	const { location, formData } = useNavigation()
	const next = location && !formData && location.pathname !== here ? location : null
	const isTooSlow = useIsTooSlow(next?.pathname.startsWith(PROGRAM) ? next.key : null)
	if (next && isTooSlow) return <SlowProgram path={next.pathname} />
	const list = next && lists[next.pathname]
	if (!list) return children
	return (
		<Page>
			<PageHeader title={list.title} subtitle={list.subtitle} back={list.back} />
			<Skeleton cards={list.cards} label={list.label} />
			{list.rows && (
				<>
					<h2 className="mt-6 mb-2">{list.rows.title}</h2>
					<SkeletonRows rows={list.rows.count} />
				</>
			)}
		</Page>
	)
}

/** The program still appears when it arrives later. */
function SlowProgram({ path }: { path: string }) {
	return (
		<Page>
			<EmptyState
				icon="clock"
				title="Error Loading Program"
				isPage
				action={
					<ButtonLink to={path} reloadDocument>
						Try Again
					</ButtonLink>
				}
			>
				This is taking too long. Your connection may be slow.
			</EmptyState>
		</Page>
	)
}

function useIsTooSlow(key: string | null): boolean {
	const [slowKey, setSlowKey] = useState<string | null>(null)
	useEffect(() => {
		if (key === null) return
		const timer = setTimeout(() => setSlowKey(key), PROGRAM_PATIENCE_MS)
		return () => clearTimeout(timer)
	}, [key])
	return key !== null && slowKey === key
}
