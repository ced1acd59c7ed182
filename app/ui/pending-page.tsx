import { useLocation, useNavigation } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { ButtonLink } from './button.tsx'
import { Card } from './card.tsx'
import { PageStyle } from './inline.tsx'
import { EmptyState } from './notice.tsx'
import { Page, PageHeader } from './page.tsx'
import skeletonCss from './styles/skeleton.css?inline'

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

/** The page, or with script the next page's skeleton while it loads (C27). A slow loyalty program shows an error. */
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

/** Grey cards while a list loads, announced once as `label`. With script only. */
function Skeleton({ cards, label = 'Loading' }: { cards: number; label?: string }) {
	return (
		<div className="grid gap-3" role="status">
			<PageStyle css={skeletonCss} />
			<span className="sr">{label}</span>
			{Array.from({ length: cards }, (_, index) => `card ${index}`).map((key) => (
				<Card key={key} className="grid gap-3">
					<div className="skeleton" />
					<div className="skeleton" />
					<div className="skeleton" />
				</Card>
			))}
		</div>
	)
}

/** Grey rows. The cards above announce the load. */
function SkeletonRows({ rows }: { rows: number }) {
	return (
		<ul className="card rows" aria-hidden="true">
			{Array.from({ length: rows }, (_, index) => `row ${index}`).map((key) => (
				<li key={key} className="padded">
					<div className="skeleton" />
				</li>
			))}
		</ul>
	)
}
