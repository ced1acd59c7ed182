import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { pauseFormSchema } from '#app/domain/subscriptions/subscription-forms.server.ts'
import { subscriptionRefusals } from '#app/domain/subscriptions/subscription-refusal.ts'
import {
	pauseSubscription,
	readForPause,
	resumeSubscription,
} from '#app/flows/subscriptions/pause-subscription.server.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { readId } from '#app/kernel/id.server.ts'
import { counted } from '#app/kernel/labels.ts'
import { SubscriptionNotFound } from '#app/ui/account/not-found.tsx'
import { PlacesGivenUp, WaitsGivenUp } from '#app/ui/account/places-given-up.tsx'
import { ActionBar, SubmitButton } from '#app/ui/button.tsx'
import { ChipLink, ChipRow } from '#app/ui/chip.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, pageTitle } from '#app/ui/page.tsx'
import { pauseView } from './pause-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = {
	bottomNavigation: 'profile',
	loadFailure: 'Failed to load subscription details',
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: pageTitle(data?.view?.kind === 'resume' ? 'Resume Subscription?' : 'Pause Subscription?') },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const id = readId(params.subscriptionId) ?? ''
	const requested = new URL(request.url).searchParams.get('days')
	const [, read] = await Promise.all([requireUser(request, context), readForPause(context, actor, id)])
	if (!read) return data({ view: null }, { status: 404 })
	const view = pauseView(read, requested === null ? null : Number(requested), actor.at)
	return data({ view }, { status: view.kind === 'refused' ? 409 : 200 })
}

/** Pauses, or ends the pause (D44). */
export async function action({ request, params, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: pauseFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const actor = requireActor(request, context)
	const id = readId(params.subscriptionId) ?? ''
	const { intent, days = 0, places, forfeited } = submission.value
	const seen = { places, forfeited }
	const isPause = intent === 'pause'
	const changed = isPause
		? await pauseSubscription(context, actor, { id, days, seen })
		: await resumeSubscription(context, actor, { id, seen })
	if (changed.ok) {
		const title = isPause ? 'Subscription paused' : 'Subscription resumed'
		return done(context, `/subscriptions/${id}`, { flash: { title, description: changed.value.title } })
	}
	// Signed-out visitors are sent to /login, not to a 404.
	if (changed.refusal === 'subscription_not_found') await requireUser(request, context)
	return refusedBy(subscriptionRefusals[changed.refusal])
}

/** Says first which sessions are given up and how the end moves. */
export default function Pause() {
	const { view } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	if (view === null) return <SubscriptionNotFound />
	const page = `/subscriptions/${view.id}`
	const back = (
		<Link to={page} className="tap">
			{view.kind === 'resume' ? 'Keep it paused' : 'Keep it running'}
		</Link>
	)
	return (
		<Page>
			<PageHeader
				title={view.kind === 'resume' ? 'Resume Subscription?' : 'Pause Subscription?'}
				subtitle={`${view.title} · ${view.shopName}`}
				back={{ to: page, label: 'Subscription' }}
			/>
			<RefusalNotice refusal={answer?.refusal} />
			{view.kind === 'refused' && !answer?.refusal && (
				<Notice tone="error" title={subscriptionRefusals[view.problem].title}>
					{subscriptionRefusals[view.problem].text}
				</Notice>
			)}
			{view.kind === 'pause' && (
				<>
					<ChipRow label="How long">
						{view.choices.map((days) => (
							<ChipLink key={days} to={`${page}/pause?days=${days}`} current={days === view.days}>
								{days} days
							</ChipLink>
						))}
					</ChipRow>
					<Notice className="mt-3">
						Paused until <b className="num">{view.runsAgain}</b>. New end date:{' '}
						<b className="num">{view.ends}</b>. While it’s paused, you can’t check in or book.{' '}
						{pausesLeftWords(view.pausesLeft)}
					</Notice>
					<PlacesGivenUp places={view.lost} areEntriesTold />
					<WaitsGivenUp waits={view.lostWaits} />
				</>
			)}
			{view.kind === 'resume' && (
				<>
					<Notice>
						Your plan restarts now. New end date: <b className="num">{view.ends}</b>. This uses up your pause.
					</Notice>
					<PlacesGivenUp places={view.lost} areEntriesTold />
					<WaitsGivenUp waits={view.lostWaits} />
				</>
			)}
			{view.kind !== 'refused' && (
				<Form method="post" className="fill">
					{view.kind === 'pause' && <input type="hidden" name="days" value={view.days} />}
					<input type="hidden" name="places" value={view.lost.length} />
					<input type="hidden" name="forfeited" value={view.forfeited} />
					<ActionBar note={back}>
						<SubmitButton name="intent" value={view.kind} busyLabel="Saving…">
							{view.kind === 'pause' ? `Pause for ${counted(view.days, 'day')}` : 'Resume now'}
						</SubmitButton>
					</ActionBar>
				</Form>
			)}
		</Page>
	)
}

function pausesLeftWords(left: number): string {
	if (left === 0) return 'This is your plan’s last pause.'
	return left === 1 ? 'You can pause once more after this.' : `You can pause ${left} more times after this.`
}
