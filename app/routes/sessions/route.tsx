import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	type AppLoadContext,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { waitFormSchema } from '#app/domain/subscriptions/session-form.server.ts'
import { latestSessionsEndAt } from '#app/domain/subscriptions/session-groups.server.ts'
import { sessionRefusals } from '#app/domain/subscriptions/session-refusal.ts'
import { joinWaitlist, leaveWaitlist } from '#app/flows/subscriptions/wait-for-session.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { catchUnexpected } from '#app/http/catch-unexpected.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { isUnavailable } from '#app/http/unavailable.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useAnswer } from '#app/ui/form/use-answer.ts'
import { SubscriptionsStyle } from '#app/ui/inline.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useBack } from '#app/ui/origin.ts'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { readSessionsQuery, type SessionsQuery, sessionsPath } from '#app/ui/sessions-query.ts'
import { availableView, SESSIONS_PER_PAGE } from './available-view.server.ts'
import { placeCard } from './bookings-view.server.ts'
import { PlaceCard } from './place-card.tsx'
import { PlanFilter } from './plan-filter.tsx'
import { SessionCard } from './session-card.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'profile' }

export const meta: MetaFunction = () => [{ title: pageTitle('Sessions') }]

const PLACES_PER_PAGE = 8

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const query = readSessionsQuery(new URL(request.url).searchParams)
	const page = { query, here: sessionsPath(query) }
	try {
		const [, list] = await Promise.all([
			requireUser(request, context),
			query.tab === 'bookings' ? readBookings(context, actor, query) : readAvailable(context, actor, query),
		])
		return data({ ...page, list }, { status: statusOf(query, list) })
	} catch (error) {
		if (!isUnavailable(error)) throw error
		return data({ ...page, list: null }, { status: 503 })
	}
}

async function readAvailable(
	{ subscriptions: { planSessions } }: AppLoadContext,
	actor: Actor,
	query: SessionsQuery,
) {
	const endAt = latestSessionsEndAt(actor.at)
	const [plans, held, found] = await Promise.all([
		planSessions.plansWithSessions(actor, endAt),
		planSessions.heldSubscriptions(actor),
		query.isForged
			? []
			: planSessions.listSessions(actor, {
					planId: query.plan,
					after: query.after,
					endAt,
					limit: SESSIONS_PER_PAGE + 1,
				}),
	])
	const { groups, next } = availableView(found, held, actor.at)
	return {
		tab: 'available' as const,
		plans,
		holdsPlans: held.length > 0,
		isPlanUnknown: query.plan !== null && !held.some(({ planId }) => planId === query.plan),
		groups,
		next: next && {
			path: sessionsPath({ ...query, after: next.place }),
			label: next.isNextWeek ? 'Later sessions' : 'Show more sessions',
		},
	}
}

async function readBookings(
	{ subscriptions: { places } }: AppLoadContext,
	actor: Actor,
	{ isPast, plan, after, back, isForged }: SessionsQuery,
) {
	const found = isForged ? [] : await places.listPlaces(actor, { isPast, after, limit: PLACES_PER_PAGE + 1 })
	const shown = found.slice(0, PLACES_PER_PAGE)
	const last = shown.at(-1)
	return {
		tab: 'bookings' as const,
		cards: shown.map((place) => placeCard(place, actor.at)),
		next:
			last && found.length > shown.length
				? sessionsPath({ tab: 'bookings', isPast, plan, back, after: { at: last.startsAt, id: last.id } })
				: null,
	}
}

type List = Awaited<ReturnType<typeof readAvailable>> | Awaited<ReturnType<typeof readBookings>>

function statusOf({ isForged }: SessionsQuery, list: List): number {
	if (isForged) return 400
	return list.tab === 'available' && list.isPlanUnknown ? 404 : 200
}

/** Join Waitlist and Leave waitlist. */
export async function action({ request, context }: ActionFunctionArgs) {
	const actor = requireActor(request, context)
	const submission = parseWithZod(await readForm(request), { schema: waitFormSchema })
	if (submission.status !== 'success') throw new Response(null, { status: 400 })
	await requireUser(request, context)
	const { join, leave, subscription } = submission.value
	const answered = await catchUnexpected(context, async () =>
		join === undefined
			? leaveWaitlist(context, actor, leave ?? '')
			: joinWaitlist(context, actor, { sessionId: join, subscriptionId: subscription ?? null }),
	)
	if (!answered.ok) {
		const code = typeof answered.refusal === 'string' ? answered.refusal : answered.refusal.code
		return refusedBy({ title: join ? 'Waitlist not joined' : 'Waitlist not left', ...sessionRefusals[code] })
	}
	// Back to the page of the list that the button was on.
	return done(context, sessionsPath(readSessionsQuery(new URL(request.url).searchParams)), {
		flash: join
			? { title: 'You are on the waitlist', description: 'We’ll email you when a seat is held for you.' }
			: { title: 'You left the waitlist' },
	})
}

export default function Sessions() {
	const { query, here, list } = useLoaderData<typeof loader>()
	const { plan, back } = query
	const answer = useAnswer<typeof action>()
	return (
		<Page>
			<SubscriptionsStyle />
			<div className="stuck">
				<PageHeader title="Sessions" back={useBack('subscriptions')} />
			</div>
			<nav className="chips even" aria-label="Sessions">
				<ChipLink to={sessionsPath({ plan, back })} current={query.tab === 'available'}>
					Available
				</ChipLink>
				<ChipLink to={sessionsPath({ tab: 'bookings', plan, back })} current={query.tab === 'bookings'}>
					My Bookings
				</ChipLink>
			</nav>
			<RefusalNotice refusal={answer?.refusal} />
			{list === null && <LoadFailure tab={query.tab} here={here} />}
			{list?.tab === 'available' && <Available list={list} query={query} />}
			{list?.tab === 'bookings' && <Bookings list={list} query={query} />}
		</Page>
	)
}

function LoadFailure({ tab, here }: { tab: SessionsQuery['tab']; here: string }) {
	return (
		<>
			<Notice tone="error" role="alert" title="Error Loading Sessions" className="mt-3">
				{tab === 'available'
					? 'Unable to load available sessions. Please try again.'
					: 'Unable to load your bookings. Please try again.'}
			</Notice>
			<ButtonLink to={here} reloadDocument>
				Retry
			</ButtonLink>
		</>
	)
}

type Loaded<Tab> = Extract<NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['list']>, { tab: Tab }>

function Available({ list, query }: { list: Loaded<'available'>; query: SessionsQuery }) {
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

const emptyBookings = {
	upcoming: { title: 'No Upcoming Sessions', text: 'You don’t have any sessions booked yet.' },
	past: { title: 'No Past Sessions', text: 'Your session history will appear here.' },
}

function Bookings({ list, query }: { list: Loaded<'bookings'>; query: SessionsQuery }) {
	const { isPast, plan, back } = query
	const empty = emptyBookings[isPast ? 'past' : 'upcoming']
	return (
		<>
			<nav className="chips even mt-2" aria-label="My Bookings">
				<ChipLink to={sessionsPath({ tab: 'bookings', plan, back })} current={!isPast}>
					Upcoming
				</ChipLink>
				<ChipLink to={sessionsPath({ tab: 'bookings', isPast: true, plan, back })} current={isPast}>
					Past
				</ChipLink>
			</nav>
			{query.isForged && <BrokenLink />}
			{!query.isForged && list.cards.length === 0 && (
				<EmptyState
					icon="calendar"
					title={empty.title}
					action={<ButtonLink to={sessionsPath({ plan, back })}>See available sessions</ButtonLink>}
				>
					{empty.text}
				</EmptyState>
			)}
			{groupsOf(list.cards).map(({ name, cards }) => (
				<section key={name} className="mt-3">
					{name && <h2 className="mb-2">{name}</h2>}
					<ul>
						{cards.map((place) => (
							<PlaceCard key={place.id} place={place} />
						))}
					</ul>
				</section>
			))}
			<ListPages next={list.next} />
		</>
	)
}

/** What has begun stands apart: its QR code is wanted now. */
function groupsOf(cards: Loaded<'bookings'>['cards']) {
	const now = cards.filter(({ isNow }) => isNow)
	const later = cards.filter(({ isNow }) => !isNow)
	return [
		{ name: 'Now', cards: now },
		{ name: now.length > 0 ? 'Later' : null, cards: later },
	].filter((group) => group.cards.length > 0)
}

function BrokenLink() {
	return (
		<EmptyState
			icon="calendar"
			title="This link no longer works."
			action={<ButtonLink to="/sessions">See all sessions</ButtonLink>}
		/>
	)
}
