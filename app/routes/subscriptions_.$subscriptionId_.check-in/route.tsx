import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { checkInCodeRefusals } from '#app/domain/subscriptions/check-in-refusal.ts'
import { issueCheckInCode } from '#app/flows/subscriptions/check-in.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readId } from '#app/http/read-id.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { SubscriptionNotFound } from '#app/ui/account/subscription-not-found.tsx'
import { pageTitle } from '#app/ui/brand.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { useAnswer } from '#app/ui/form/use-answer.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { type CheckInView, checkInView } from './check-in-view.server.ts'
import { DebugToken } from './debug-token.tsx'
import { LiveCode } from './live-code.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = {
	bottomNavigation: 'profile',
	loadFailure: () => 'Failed to generate QR code',
}

export const meta: MetaFunction = () => [{ title: pageTitle('Subscription Check-In') }]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const id = readId(params.subscriptionId) ?? ''
	const [, shown] = await Promise.all([
		requireUser(request, context),
		context.subscriptions.checkIns.shownCode(actor, id),
	])
	if (!shown) return data({ view: null }, { status: 404 })
	return data({ view: await checkInView(shown, context.settings, actor.at) })
}

/** Makes a new code; the one before it works no more. */
export async function action({ request, params, context }: ActionFunctionArgs) {
	// It has no fields; a body that is no form is refused unread.
	await readForm(request)
	const actor = requireActor(request, context)
	const id = readId(params.subscriptionId) ?? ''
	const issued = await issueCheckInCode(context, actor, id)
	if (issued.ok)
		return done(context, `/subscriptions/${id}/check-in`, {
			flash: { title: 'QR Code Generated', description: 'Your check-in code is ready to scan.' },
			inPlace: true,
		})
	// A signed-out visitor has no subscriptions: /login says it better.
	if (issued.refusal === 'subscription_not_found') await requireUser(request, context)
	return refusedBy(checkInCodeRefusals[issued.refusal])
}

function NoCheckInNow({ words: { title, text, nextStep } }: { words: NonNullable<CheckInView['none']> }) {
	return (
		<Notice tone="info" title={title}>
			{text} {nextStep && <Link to={nextStep.path}>{nextStep.label}</Link>}
		</Notice>
	)
}

/** The code that the shop scans, or types. */
export default function CheckIn() {
	const { view } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	if (view === null) return <SubscriptionNotFound />
	const { id, title, shopName, none, left, at, usedAt, live, debug } = view
	const another = (label: string) => (
		<Form method="post" preventScrollReset>
			<SubmitButton variant={live ? 'quiet' : 'main'} busyLabel="Generating code...">
				{label}
			</SubmitButton>
		</Form>
	)
	return (
		<Page>
			<PageHeader
				title="Subscription Check-In"
				subtitle={`${title} · ${shopName}`}
				back={{ to: `/subscriptions/${id}`, label: 'Subscription' }}
			/>
			<RefusalNotice refusal={answer?.refusal && (none ?? answer.refusal)} />
			{none && !live && usedAt === null && !answer?.refusal && <NoCheckInNow words={none} />}
			{usedAt !== null && (
				<Notice tone="success" role="status" title={`Checked in ✓ ${left ?? ''}`}>
					You were checked in at {usedAt}. This code has been used. {none?.text}
				</Notice>
			)}
			<div className="empty">
				{live && (
					<LiveCode live={live} at={at} another={another} usedPath={`/used?check-in=${id}`} left={left} />
				)}
				{!live && !none && another('Generate New Code')}
			</div>
			{debug && <DebugToken {...debug} />}
		</Page>
	)
}
