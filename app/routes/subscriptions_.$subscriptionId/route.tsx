import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { latestSessionsEndAt } from '#app/domain/subscriptions/session-list.server.ts'
import { autoRenewFormSchema } from '#app/domain/subscriptions/subscription-forms.server.ts'
import { subscriptionRefusals } from '#app/domain/subscriptions/subscription-refusal.ts'
import { switchAutoRenewal } from '#app/flows/subscriptions/cancel-subscription.server.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { readId } from '#app/kernel/id.server.ts'
import { readPlace } from '#app/kernel/list-place.ts'
import { SubscriptionNotFound } from '#app/ui/account/not-found.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, pageTitle } from '#app/ui/page.tsx'
import { Details, History, PlacesAhead, UsageTabs } from './details.tsx'
import { detailsView, historyView, LINES_PER_PAGE, placesView } from './details-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = {
	bottomNavigation: 'profile',
	loadFailure: 'Failed to load subscription details',
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: pageTitle(data?.view ? data.view.title : subscriptionRefusals.subscription_not_found.title) },
]

const tabs = ['usage', 'sessions'] as const

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const id = readId(params.subscriptionId) ?? ''
	const { searchParams } = new URL(request.url)
	const tab = tabs.find((one) => one === (searchParams.get('tab') ?? 'usage')) ?? null
	const requested = searchParams.get('after')
	const before = requested === null ? null : readPlace(requested)
	const isForged = tab === null || (requested !== null && before === null)
	const [, held, lines, places, withSessions] = await Promise.all([
		requireUser(request, context),
		context.subscriptions.periods.subscriptionOf(actor, id),
		tab === 'usage' && !isForged
			? context.subscriptions.periods.usageHistory(actor, id, { before, limit: LINES_PER_PAGE + 1 })
			: [],
		tab === 'sessions' ? context.subscriptions.periods.placesAheadOf(actor, id, LINES_PER_PAGE) : [],
		context.subscriptions.planSessions.plansWithSessions(actor, latestSessionsEndAt(actor.at)),
	])
	if (!held) return data({ view: null }, { status: 404 })
	const view = detailsView(held, withSessions, actor.at)
	const history = isForged ? null : historyView(lines, held, actor.at)
	return data(
		{ view, tab: tab ?? ('usage' as const), history, places: placesView(places, held, actor.at) },
		{ status: isForged ? 400 : 200 },
	)
}

/** Switches the renewal (D45). */
export async function action({ request, params, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: autoRenewFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const actor = requireActor(request, context)
	const id = readId(params.subscriptionId) ?? ''
	const autoRenews = submission.value.autoRenews === '1'
	const switched = await switchAutoRenewal(context, actor, { id, autoRenews })
	if (switched.ok) return done(context, `/subscriptions/${id}`)
	if (switched.refusal === 'subscription_not_found') await requireUser(request, context)
	return refusedBy(subscriptionRefusals[switched.refusal])
}

export default function SubscriptionDetails() {
	const loaded = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	if (loaded.view === null) return <SubscriptionNotFound />
	const { view, tab, history, places } = loaded
	return (
		<Page>
			<RefusalNotice refusal={answer?.refusal} />
			<Details view={view} />
			<UsageTabs view={view} tab={tab} />
			{tab === 'usage' ? (
				<History history={history} id={view.id} />
			) : (
				<PlacesAhead places={places} count={view.placesAhead} />
			)}
		</Page>
	)
}
