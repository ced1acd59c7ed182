import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { cancelSubscriptionFormSchema } from '#app/domain/subscriptions/subscription-forms.server.ts'
import { subscriptionRefusals } from '#app/domain/subscriptions/subscription-refusal.ts'
import { cancelSubscription, readForCancelling } from '#app/flows/subscriptions/cancel-subscription.server.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { readId } from '#app/kernel/id.server.ts'
import { SubscriptionNotFound } from '#app/ui/account/not-found.tsx'
import { PlacesGivenUp, WaitsGivenUp } from '#app/ui/account/places-given-up.tsx'
import { ActionBar, SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { TextArea } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import { cancelView } from './cancel-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = {
	bottomNavigation: 'profile',
	loadFailure: 'Failed to load subscription details',
}

export const meta = titled('Cancel Subscription')

const constraints = fieldConstraints(cancelSubscriptionFormSchema, ['reason'])

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const id = readId(params.subscriptionId) ?? ''
	const [, read] = await Promise.all([requireUser(request, context), readForCancelling(context, actor, id)])
	if (!read) return data({ view: null, constraints }, { status: 404 })
	return data({ view: cancelView(read, actor.at), constraints }, { status: read.problem ? 409 : 200 })
}

/** Cancels at once (D46). */
export async function action({ request, params, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: cancelSubscriptionFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const actor = requireActor(request, context)
	const id = readId(params.subscriptionId) ?? ''
	const { reason, sum: seenKobo } = submission.value
	const cancelled = await cancelSubscription(context, actor, { id, reason, seenKobo })
	if (cancelled.ok)
		return done(context, `/subscriptions/${id}`, {
			flash: { title: 'Success', description: 'Subscription cancelled successfully' },
		})
	// Signed-out visitors are sent to /login, not to a 404.
	if (cancelled.refusal === 'subscription_not_found') await requireUser(request, context)
	return refusedBy(subscriptionRefusals[cancelled.refusal], { result: submission.reply() })
}

export default function CancelSubscription() {
	const { view, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	if (view === null) return <SubscriptionNotFound />
	const page = `/subscriptions/${view.id}`
	const form = formState(answer?.result, {}, constraints)
	return (
		<Page>
			<PageHeader
				title="Cancel Subscription"
				subtitle={`${view.title} · ${view.shopName}`}
				back={{ to: page, label: 'Subscription' }}
			/>
			<RefusalNotice refusal={answer?.refusal} />
			{view.problem ? (
				!answer?.refusal && (
					<Notice tone="error" title={subscriptionRefusals[view.problem].title}>
						{subscriptionRefusals[view.problem].text}
					</Notice>
				)
			) : (
				<>
					<ErrorSummary form={form} order={['reason']} />
					<p>Are you sure you want to cancel this subscription? This action cannot be undone.</p>
					<Notice className="mt-3" tone={view.money.isLost ? 'error' : 'hold'} title={view.money.title}>
						{view.money.text}
					</Notice>
					{view.hasLaterPeriod && (
						<p className="mt-3">
							You keep the next period you’ve paid for. You can cancel it separately in My Subscriptions.
						</p>
					)}
					<PlacesGivenUp places={view.lost} />
					<WaitsGivenUp waits={view.lostWaits} />
					<Form method="post" noValidate className="fill mt-4">
						<input type="hidden" name="sum" value={view.sumKobo} />
						<TextArea field={form.field('reason')} label="Please tell us why you're cancelling" rows={3} />
						<div className="h-6" />
						<ActionBar
							note={
								<Link to={page} className="tap">
									Keep Subscription
								</Link>
							}
						>
							<SubmitButton variant="danger" busyLabel="Cancelling...">
								Cancel Subscription
							</SubmitButton>
						</ActionBar>
					</Form>
				</>
			)}
		</Page>
	)
}
