import { Form, Link } from '@remix-run/react'
import { NO_SESSIONS_WORDS } from '#app/domain/subscriptions/plan-words.ts'
import { SubscriptionsStyle } from '#app/ui/account/styles.tsx'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import { EmptyState, Notice } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { DetailsView, historyView, placesView } from './details-view.server.ts'

export function Details({ view }: { view: DetailsView }) {
	const { id, title, description, shop, state, status, note, facts, progress } = view
	return (
		<>
			<PageHeader
				title={title}
				subtitle={<Link to={`/business/${shop.id}`}>{shop.name}</Link>}
				back={{ to: '/subscriptions', label: 'My Subscriptions' }}
				aside={<Tag tone={status.tone}>{status.label}</Tag>}
			/>
			<p className="soft text-sm mb-3">{description}</p>
			{note && <Notice className="mb-3">{note}</Notice>}
			<Card>
				<dl className="price-lines">
					{facts.map(({ label, value }) => (
						<div key={label}>
							<dt>{label}</dt>
							<dd>{value}</dd>
						</div>
					))}
				</dl>
				<AutoRenewal view={view} />
			</Card>
			{progress && (
				<Card as="section" className="mt-3">
					<h2>Entry Usage</h2>
					<SubscriptionsStyle />
					<progress className="usage" value={progress.used} max={progress.of} aria-label="Entry Usage" />
					<p className="text-sm num">
						<b>{progress.words}</b> {progress.resets && <span className="soft"> · {progress.resets}</span>}
					</p>
				</Card>
			)}
			{state === 'active' && (
				<Form method="post" action={`/subscriptions/${id}/check-in`} className="mt-3">
					<SubmitButton busyLabel="Generating code...">
						<Icon name="qr" size={20} />
						Show QR Code
					</SubmitButton>
				</Form>
			)}
			{state === 'active' && !view.sessionsPage && <p className="soft mt-3 text-sm">{NO_SESSIONS_WORDS}</p>}
			<div className="row flex-wrap mt-3">
				{state === 'active' && view.sessionsPage && (
					<ButtonLink to={view.sessionsPage} variant="quiet" size="small" className="flex-1">
						Book Session
					</ButtonLink>
				)}
				{(view.mayPause || view.resumesOn) && (
					<ButtonLink to={`/subscriptions/${id}/pause`} variant="quiet" size="small" className="flex-1">
						{view.mayPause ? 'Pause' : 'Resume'}
					</ButtonLink>
				)}
				{view.renewPage && (
					<ButtonLink to={view.renewPage} variant="quiet" size="small" className="flex-1">
						Renew
					</ButtonLink>
				)}
			</div>
			{view.mayCancel && (
				<ButtonLink to={`/subscriptions/${id}/cancel`} variant="danger" size="small" className="mt-3">
					Cancel Subscription
				</ButtonLink>
			)}
		</>
	)
}

function AutoRenewal({
	view: { autoRenews, maySwitchRenewal, renewalWords, renewed },
}: {
	view: DetailsView
}) {
	if (renewed)
		return (
			<p>
				<b>{renewed}</b>
			</p>
		)
	return (
		<div className="row flex-wrap justify-between">
			<div className="min-w-0 flex-1">
				<p>
					Auto-Renewal <b>{autoRenews ? 'enabled' : 'disabled'}</b>
				</p>
				{maySwitchRenewal && <p className="soft text-sm">{renewalWords}</p>}
			</div>
			{maySwitchRenewal && (
				<Form method="post" preventScrollReset>
					<SubmitButton name="autoRenews" value={autoRenews ? '0' : '1'} variant="quiet" size="small">
						{autoRenews ? 'Turn off' : 'Turn on'}
						<span className="sr"> auto-renewal</span>
					</SubmitButton>
				</Form>
			)}
		</div>
	)
}

export function UsageTabs({ view, tab }: { view: DetailsView; tab: 'usage' | 'sessions' }) {
	const { id, placesAhead } = view
	return (
		<nav className="chips even mt-3" aria-label="Usage">
			<ChipLink to={`/subscriptions/${id}`} current={tab === 'usage'}>
				Usage History
			</ChipLink>
			<ChipLink to={`/subscriptions/${id}?tab=sessions`} current={tab === 'sessions'}>
				Upcoming Sessions ({placesAhead})
			</ChipLink>
		</nav>
	)
}

export function History({ history, id }: { history: ReturnType<typeof historyView> | null; id: string }) {
	if (history === null)
		return (
			<EmptyState
				icon="alert"
				title="This link no longer works."
				action={<ButtonLink to={`/subscriptions/${id}`}>Show the newest</ButtonLink>}
			/>
		)
	if (history.lines.length === 0) return <p className="soft mt-3">No entries used yet.</p>
	return (
		<>
			<Card as="ul" kind="rows" className="mt-3">
				{history.lines.map(({ id, what, session, when, entries }) => (
					<li key={id} className="offer">
						<div>
							<b>{what}</b>
							<p className="soft num">{when}</p>
							{session && <p className="num">Session: {session}</p>}
						</div>
						{entries && <span className="num text-sm">{entries}</span>}
					</li>
				))}
			</Card>
			<ListPages next={history.next} label="Show older" className="mt-3" preventScrollReset />
		</>
	)
}

export function PlacesAhead({ places, count }: { places: ReturnType<typeof placesView>; count: number }) {
	if (places.length === 0) return <p className="soft mt-3">No sessions booked.</p>
	return (
		<>
			<Card as="ul" kind="rows" className="mt-3">
				{places.map(({ id, when, what }) => (
					<li key={id} className="offer">
						<div>
							<b className="num">{when}</b>
							<p>{what}</p>
						</div>
					</li>
				))}
			</Card>
			<ButtonLink to="/sessions?tab=bookings" variant="quiet" className="mt-3">
				{count > places.length ? `All ${count} in My Bookings` : 'My Bookings'}
			</ButtonLink>
		</>
	)
}
