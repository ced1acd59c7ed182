import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { checkInCodeRefusals } from '#app/domain/subscriptions/check-in-refusal.ts'
import { issueCheckInCode } from '#app/flows/subscriptions/check-in.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { readId } from '#app/kernel/id.server.ts'
import { SubscriptionNotFound } from '#app/ui/account/not-found.tsx'
import { QrCode, RefreshCodeWithoutScript, useUsed } from '#app/ui/account/qr-code.tsx'
import { SubscriptionsStyle } from '#app/ui/account/styles.tsx'
import { type CopyState, useCopy } from '#app/ui/account/use-copy.ts'
import { Button, SubmitButton } from '#app/ui/button.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { countdownLabel, useElapsed } from '#app/ui/use-elapsed.ts'
import { type CheckInView, checkInView } from './check-in-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'profile', loadFailure: 'Failed to generate QR code' }

export const meta = titled('Subscription Check-In')

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

/** A new code replaces the one before. */
export async function action({ request, params, context }: ActionFunctionArgs) {
	// The form is empty, but a body that is no form is refused.
	await readForm(request)
	const actor = requireActor(request, context)
	const id = readId(params.subscriptionId) ?? ''
	const issued = await issueCheckInCode(context, actor, id)
	if (issued.ok)
		return done(context, `/subscriptions/${id}/check-in`, {
			flash: { title: 'QR Code Generated', description: 'Your check-in code is ready to scan.' },
			inPlace: true,
		})
	// Signed-out visitors are sent to /login, not to a 404.
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

const words: Record<CopyState, { label: string; feedback: string | null }> = {
	ready: { label: 'Copy payload', feedback: null },
	copied: { label: 'Copied!', feedback: 'JWT payload copied to clipboard' },
	failed: { label: 'Failed to copy', feedback: 'Could not copy to clipboard' },
}

/** For the developers of the app (D17). */
function DebugToken({ token, payload }: { token: string; payload: string }) {
	const { state, copy } = useCopy(payload)
	const { label, feedback } = words[state]
	return (
		<details className="mt-4">
			<summary className="tap">DEBUG</summary>
			<SubscriptionsStyle />
			<pre className="token">{payload}</pre>
			<p className="token">{token}</p>
			<Button variant="quiet" size="small" onClick={copy}>
				{label}
			</Button>
			<p role="status" className="soft text-sm">
				{feedback}
			</p>
		</details>
	)
}

const WARNING_MS = 60_000

interface LiveCodeProps {
	live: NonNullable<CheckInView['live']>
	/** When the server answered. */
	at: number
	/** The button for another code, by its label. */
	another: (label: string) => ReactNode
	/** Says whether the code was used. */
	usedPath: string
	left: string | null
}

/** The code and its time left; without script its end. */
function LiveCode({
	live: { qr, typed, leftMs, until },
	at,
	another,
	usedPath,
	left: entries,
}: LiveCodeProps) {
	const elapsedMs = useElapsed(at)
	const left = elapsedMs === null ? null : Math.max(0, leftMs - elapsedMs)
	useUsed(left === 0 ? null : usedPath)
	if (left === 0)
		return (
			<>
				<p role="status">
					<b>This code has expired.</b>
				</p>
				{another('Generate New Code')}
			</>
		)
	const ends = `Expires ${left === null ? `at ${until}` : `in ${countdownLabel(left)}`}`
	return (
		<>
			<RefreshCodeWithoutScript />
			<p>Show this QR code to the vendor for check-in</p>
			{qr && <QrCode {...qr} label="QR code for check-in" />}
			<p>
				<span className="soft text-sm">{qr ? 'Or read this code out' : 'Read this code out'}</span>
				<br />
				<b className="num text-xl">{typed}</b>
			</p>
			<p className="num">
				{left !== null && left < WARNING_MS ? <Tag tone="clay">{ends}</Tag> : <b>{ends}</b>}
			</p>
			{entries && <p className="soft text-sm">{entries}</p>}
			{another('Refresh Code')}
		</>
	)
}
