import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { sessionRefusals } from '#app/domain/subscriptions/session-refusal.ts'
import { waitFormSchema } from '#app/domain/subscriptions/subscription-forms.server.ts'
import { joinWaitlist, leaveWaitlist } from '#app/flows/subscriptions/wait-for-session.server.ts'
import { catchUnexpected } from '#app/http/answer-database-failures.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { isUnavailable } from '#app/http/busy-answers.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { useBack } from '#app/ui/account/origin.ts'
import { readSessionsQuery, type SessionsQuery, sessionsPath } from '#app/ui/account/sessions-query.ts'
import { SubscriptionsStyle } from '#app/ui/account/styles.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import { Available } from './available.tsx'
import { Bookings } from './bookings.tsx'
import {
	type AvailableSessions,
	type BookedSessions,
	readAvailable,
	readBookings,
} from './read-sessions.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'profile' }

export const meta = titled('Sessions')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const query = readSessionsQuery(new URL(request.url).searchParams)
	const page = { query, here: sessionsPath(query) }
	try {
		const [, list] = await Promise.all([
			requireUser(request, context),
			query.tab === 'bookings' ? readBookings(context, actor, query) : readAvailable(context, actor, query),
		])
		return data({ ...page, list }, { status: answerStatus(query, list) })
	} catch (error) {
		if (!isUnavailable(error)) throw error
		return data({ ...page, list: null }, { status: 503 })
	}
}

function answerStatus({ isForged }: SessionsQuery, list: AvailableSessions | BookedSessions): number {
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
	// The page of the list that has the button.
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
