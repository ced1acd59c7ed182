import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { NO_SESSIONS_WORDS } from '#app/domain/subscriptions/plan-words.ts'
import { latestSessionsEndAt } from '#app/domain/subscriptions/session-list.server.ts'
import { cancelOrderFormSchema } from '#app/domain/subscriptions/subscription-forms.server.ts'
import {
	readSubscriptionFilter,
	type SubscriptionFilter,
	subscriptionFilters,
} from '#app/domain/subscriptions/subscription-list.ts'
import { subscriptionRefusals } from '#app/domain/subscriptions/subscription-refusal.ts'
import { cancelOrder } from '#app/flows/subscriptions/activate-order.server.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { readPlace } from '#app/kernel/list-place.ts'
import { SubscriptionsStyle } from '#app/ui/account/styles.tsx'
import { Button, ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { ListPages } from '#app/ui/list-pages.tsx'
import { EmptyState, Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { orderView, type SubscriptionsView, subscriptionsView } from './subscriptions-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = {
	bottomNavigation: 'profile',
	loadFailure: 'Failed to fetch subscriptions',
}

export const meta = titled('My Subscriptions')

const filterNames: Record<SubscriptionFilter, string> = {
	all: 'All',
	active: 'Active',
	paused: 'Paused',
	expired: 'Expired',
}

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const { searchParams } = new URL(request.url)
	const filter = readSubscriptionFilter(searchParams.get('status'))
	const requested = searchParams.get('after')
	const after = requested === null ? null : readPlace(requested)
	const isForged = filter === null || (requested !== null && after === null)
	const [, held, orders, withSessions] = await Promise.all([
		requireUser(request, context),
		isForged ? [] : context.subscriptions.periods.listSubscriptions(actor),
		isForged ? [] : context.subscriptions.planOrders.openOrders(actor),
		isForged
			? []
			: context.subscriptions.planSessions.plansWithSessions(actor, latestSessionsEndAt(actor.at)),
	])
	if (isForged) return data({ filter, list: null, orders: [] }, { status: 400 })
	return data({
		filter,
		list: subscriptionsView(held, { filter, after, withSessions, now: actor.at }),
		orders: filter === 'all' && after === null ? orders.map((order) => orderView(order, actor.at)) : [],
	})
}

/** Cancels an order that waits at a shop. */
export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: cancelOrderFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const actor = requireActor(request, context)
	const { cancelOrder: referenceNumber } = submission.value
	const cancelled = await cancelOrder(context, actor, referenceNumber)
	if (!cancelled.ok) return refusedBy(subscriptionRefusals[cancelled.refusal])
	return done(context, '/subscriptions', {
		flash: { title: 'Order cancelled', description: `${referenceNumber} can no longer be paid at the shop.` },
	})
}

export default function Subscriptions() {
	const { filter, list, orders } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	return (
		<Page>
			<SubscriptionsStyle />
			<PageHeader title="My Subscriptions" back={{ to: '/profile', label: 'Profile' }} />
			<RefusalNotice refusal={answer?.refusal} />
			{list && (
				<dl className="tiles">
					{list.tiles.map(({ label, value }) => (
						<div key={label} className="card">
							<dt className="soft">{label}</dt>
							<dd className="font-bold num">{value}</dd>
						</div>
					))}
				</dl>
			)}
			<nav className="chips even" aria-label="Subscriptions">
				{subscriptionFilters.map((one) => (
					<ChipLink key={one} to={`/subscriptions?status=${one}`} current={one === filter}>
						{filterNames[one]}
					</ChipLink>
				))}
			</nav>
			{orders.map((order) => (
				<OpenOrder key={order.referenceNumber} order={order} />
			))}
			{list === null ? (
				<EmptyState
					icon="card"
					title="This link no longer works."
					action={<ButtonLink to="/subscriptions">See all subscriptions</ButtonLink>}
				/>
			) : (
				<SubscriptionList list={list} filter={filter} />
			)}
		</Page>
	)
}

function OpenOrder({ order }: { order: ReturnType<typeof orderView> }) {
	const { referenceNumber, title, text, payOnline } = order
	return (
		<Notice tone="hold" className="mt-3" title={title}>
			{text}
			<Form method="post" className="row mt-3 flex-wrap">
				<ButtonLink to={payOnline} variant="quiet" size="small" className="flex-1">
					Pay online instead
				</ButtonLink>
				<SubmitButton
					name="cancelOrder"
					value={referenceNumber}
					variant="quiet"
					size="small"
					className="flex-1"
					busyLabel="Cancelling…"
				>
					Cancel order<span className="sr"> {referenceNumber}</span>
				</SubmitButton>
			</Form>
		</Notice>
	)
}

function SubscriptionList({ list, filter }: { list: SubscriptionsView; filter: SubscriptionFilter }) {
	if (list.cards.length === 0)
		return (
			<EmptyState
				icon="card"
				title={filter === 'all' ? 'No Subscriptions Yet' : `No ${filterNames[filter]} Subscriptions`}
				action={filter === 'all' && <ButtonLink to="/discover">Browse Shops</ButtonLink>}
			>
				{filter === 'all' && 'Plans that you buy at a shop will be listed here.'}
			</EmptyState>
		)
	return (
		<>
			<ul className="mt-3">
				{list.cards.map((card) => (
					<SubscriptionCard key={card.id} card={card} />
				))}
			</ul>
			<ListPages next={list.next} />
		</>
	)
}

function SubscriptionCard({ card }: { card: SubscriptionsView['cards'][number] }) {
	const { id, title, description, shop, status, isActive, dates, usage, sessionsPage } = card
	const { autoRenews, renewalWords, renewed } = card
	return (
		<Card as="li" className="mb-3 opens">
			<div className="title-row">
				<h2 className="min-w-0">
					<Link to={`/subscriptions/${id}`} className="whole">
						{title}
					</Link>
				</h2>
				<Tag tone={status.tone}>{status.label}</Tag>
			</div>
			<p className="soft text-sm">
				<Link to={`/business/${shop.id}`}>{shop.name}</Link>
			</p>
			<p className="soft text-sm">{description}</p>
			<p className="mt-2 text-sm num">{dates}</p>
			<p className="row flex-wrap gap-2 text-sm">
				<b className="num">{usage}</b>
				{autoRenews && <Tag>Auto-renews</Tag>}
				{renewed && <Tag tone="leaf">{renewed}</Tag>}
			</p>
			{renewalWords && <p className="soft text-sm">{renewalWords}</p>}
			{isActive && !sessionsPage && <p className="soft text-sm">{NO_SESSIONS_WORDS}</p>}
			<div className="row mt-3 flex-wrap">
				{isActive ? (
					<>
						<Form method="post" action={`/subscriptions/${id}/check-in`} className="grid flex-1">
							<Button type="submit" variant="quiet" size="small">
								QR Code<span className="sr">: {title}</span>
							</Button>
						</Form>
						{sessionsPage && (
							<ButtonLink to={sessionsPage} size="small" variant="quiet" className="flex-1">
								Book Session<span className="sr">: {title}</span>
							</ButtonLink>
						)}
						<ButtonLink to={`/subscriptions/${id}`} size="small" variant="quiet" className="grow">
							Pause, renew or cancel<span className="sr">: {title}</span>
						</ButtonLink>
					</>
				) : (
					<ButtonLink to={`/subscriptions/${id}`} size="small" variant="quiet">
						View Details<span className="sr">: {title}</span>
					</ButtonLink>
				)}
			</div>
		</Card>
	)
}
