import { Form, Link } from '@remix-run/react'
import type { Trail } from '#app/ui/account/origin.ts'
import { type SessionsQuery, sessionsPath } from '#app/ui/account/sessions-query.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { BrokenLink } from './broken-link.tsx'
import type { AvailableSessions } from './read-sessions.server.ts'
import { SessionCard } from './session-card.tsx'

export function Available({ list, query }: { list: AvailableSessions; query: SessionsQuery }) {
	const { plans, groups, next, isPlanUnknown, holdsPlans } = list
	if (query.isForged || isPlanUnknown) return <BrokenLink />
	const refresh = (
		<ButtonLink to={sessionsPath(query)} reloadDocument>
			Refresh
		</ButtonLink>
	)
	if (groups.length === 0 && query.plan !== null && !plans.some(({ id }) => id === query.plan))
		return (
			<EmptyState
				icon="calendar"
				title="No Sessions Available"
				action={
					<>
						{refresh}
						<Link to={sessionsPath({ back: query.back })} className="link tap">
							See all sessions
						</Link>
					</>
				}
			>
				This plan has no sessions to book.
			</EmptyState>
		)
	if (groups.length === 0)
		return (
			<EmptyState
				icon="calendar"
				title="No Sessions Available"
				action={holdsPlans ? refresh : <ButtonLink to="/discover">Browse Shops</ButtonLink>}
			>
				There are no available sessions at this time.
				{!holdsPlans && ' You’ll see the sessions in your plans here.'}
			</EmptyState>
		)
	return (
		<>
			<h2 className="mt-4 mb-2">Available Sessions</h2>
			<PlanFilter plans={plans} chosen={query.plan} back={query.back} />
			{groups.map(({ name, week, cards }) => (
				<section key={name} className="mt-4">
					<h2 className="mb-2">
						{name} {week && <span className="soft text-sm">{week}</span>}
					</h2>
					<ul>
						{cards.map((session) => (
							<SessionCard key={session.id} session={session} query={query} />
						))}
					</ul>
				</section>
			))}
			<ListPages next={next?.path ?? null} label={next?.label} />
		</>
	)
}

/** Without script a button sends the choice. */
function PlanFilter({
	plans,
	chosen,
	back,
}: {
	plans: readonly { id: string; title: string; shopName: string }[]
	chosen: string | null
	back: Trail | null
}) {
	return (
		<Form method="get" action="/sessions" className="row mb-3">
			{back && <input type="hidden" name="back" value={back} />}
			<select
				key={chosen}
				name="plan"
				className="input min-w-0 flex-1"
				aria-label="Filter by plan"
				defaultValue={chosen ?? ''}
				onChange={(event) => event.currentTarget.form?.requestSubmit()}
			>
				<option value="">All Plans</option>
				{plans.map(({ id, title, shopName }) => (
					<option key={id} value={id}>
						{title}, {shopName}
					</option>
				))}
			</select>
			<Button type="submit" variant="quiet" size="small">
				Filter
			</Button>
		</Form>
	)
}
