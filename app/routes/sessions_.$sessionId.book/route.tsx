import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData, useSearchParams } from '@remix-run/react'
import { sessionRefusals } from '#app/domain/subscriptions/session-refusal.ts'
import { bookSessionFormSchema } from '#app/domain/subscriptions/subscription-forms.server.ts'
import { bookSession, chooseSubscription } from '#app/flows/subscriptions/book-session.server.ts'
import { catchUnexpected } from '#app/http/answer-database-failures.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { readId } from '#app/kernel/id.server.ts'
import { readSessionsQuery, sessionsPath } from '#app/ui/account/sessions-query.ts'
import { ActionBar, ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { EmptyState, Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import { type ConfirmView, confirmView } from './confirm-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'profile', loadFailure: 'Unable to load this session' }

export const meta = titled('Confirm Booking')

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const sessionId = readId(params.sessionId)
	const subscriptionId = new URL(request.url).searchParams.get('subscription')
	const [, session, subscriptions] = await Promise.all([
		requireUser(request, context),
		sessionId === null ? null : context.subscriptions.planSessions.session(actor, sessionId),
		sessionId === null ? [] : context.subscriptions.planSessions.subscriptionsOfSession(actor, sessionId),
	])
	if (!session) return data({ view: null }, { status: 404 })
	const subscription = chooseSubscription(session, subscriptions, { subscriptionId, now: actor.at })
	return data({ view: confirmView(session, subscription, actor.at) })
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const actor = requireActor(request, context)
	const submission = parseWithZod(await readForm(request), { schema: bookSessionFormSchema })
	const sessionId = readId(params.sessionId)
	if (submission.status !== 'success') throw new Response(null, { status: 400 })
	if (sessionId === null) throw new Response(null, { status: 404 })
	const subscriptionId = submission.value.subscription
	const booked = await catchUnexpected(context, () =>
		bookSession(context, actor, { sessionId, subscriptionId }),
	)
	if (booked.ok) {
		const { plan, back } = readSessionsQuery(new URL(request.url).searchParams)
		return done(context, sessionsPath({ tab: 'bookings', plan, back }), {
			flash: { title: 'Session Booked!', description: 'Your session has been successfully booked.' },
		})
	}
	const code = typeof booked.refusal === 'string' ? booked.refusal : booked.refusal.code
	// Signed-out visitors are sent to /login, not to a 404.
	if (code === 'session_not_found') await requireUser(request, context)
	return refusedBy({ title: 'Booking Failed', ...sessionRefusals[code] })
}

export default function BookSession() {
	const { view } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const sessionsPage = useSessionsPage()
	if (!view)
		return (
			<Page>
				<EmptyState
					icon="calendar"
					title="Session not found"
					isPage
					action={<ButtonLink to={sessionsPage}>See available sessions</ButtonLink>}
				>
					{sessionRefusals.session_not_found.text}
				</EmptyState>
			</Page>
		)
	return (
		<Page>
			<PageHeader
				title="Confirm Booking"
				subtitle="Please review your booking details before confirming."
				back={{ to: sessionsPage, label: 'Sessions' }}
			/>
			<RefusalNotice refusal={answer?.refusal ?? view.refusal} />
			<Details view={view} />
			{view.refusal ? <NoBooking view={view} /> : <Confirm view={view} />}
		</Page>
	)
}

/** The list that the customer came from. */
function useSessionsPage(): string {
	const [params] = useSearchParams()
	return sessionsPath(readSessionsQuery(params))
}

function Details({ view }: { view: ConfirmView }) {
	const { planTitle, shopName, day, time, instructor, using } = view
	return (
		<Card>
			<h2>{planTitle}</h2>
			<p className="soft text-sm">{shopName}</p>
			<p className="mt-2 num">
				<b>{day}</b>
				<br />
				{time}
			</p>
			{instructor && <p className="text-sm">Instructor: {instructor}</p>}
			{using && (
				<p className="mt-2 text-sm num">
					{using.entries}
					<br />
					<span className="soft">Your subscription until {using.until}</span>
				</p>
			)}
		</Card>
	)
}

function Confirm({ view: { using, isLate } }: { view: ConfirmView }) {
	return (
		<>
			<Notice className="mt-3">
				Cancellation Policy: Free cancellation up to 24 hours before the session. Late cancellations may
				forfeit your entry.{isLate && ' This one starts within 24 hours, so you won’t get your entry back.'}
			</Notice>
			<Form method="post" className="fill">
				<input type="hidden" name="subscription" value={using?.id ?? ''} />
				<ActionBar
					note={
						<Link to={useSessionsPage()} className="tap">
							Cancel
						</Link>
					}
				>
					<SubmitButton busyLabel="Booking...">Confirm Booking</SubmitButton>
				</ActionBar>
			</Form>
		</>
	)
}

function NoBooking({ view: { sessionId, using, canWait } }: { view: ConfirmView }) {
	const sessionsPage = useSessionsPage()
	return (
		<Form method="post" action={sessionsPage} className="fill">
			<ActionBar
				note={
					<Link to={sessionsPage} className="tap">
						Back to the sessions
					</Link>
				}
			>
				{canWait && (
					<>
						<input type="hidden" name="subscription" value={using?.id ?? ''} />
						<SubmitButton name="join" value={sessionId} busyLabel="Joining...">
							Join Waitlist
						</SubmitButton>
					</>
				)}
			</ActionBar>
		</Form>
	)
}
