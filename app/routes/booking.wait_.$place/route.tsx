import { parseWithZod } from '@conform-to/zod/v4'
import type {
	ActionFunctionArgs,
	AppLoadContext,
	LoaderFunctionArgs,
	MetaFunction,
} from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { slotPlaceFormSchema } from '#app/domain/booking/checkout/checkout-form.server.ts'
import { customerWords } from '#app/domain/booking/reader-words.ts'
import {
	bookFromLine,
	leaveSlotLine,
	type PlaceKey,
	proveAddress,
	readSlotWaitPlace,
	slotWaitPlaceKey,
} from '#app/flows/booking/slot-wait-place.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { draftCookieHeader, readDraftId } from '#app/http/booking-cookies.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readActor, requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { checkoutPath, timePath, waitPlacePath } from '#app/kernel/booking-paths.ts'
import { ActionBar, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { HoldNotice } from '#app/ui/hold-notice.tsx'
import { Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, unlistedMeta } from '#app/ui/page.tsx'
import { placeView } from './place-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { loadFailure: 'Unable to load your place on the list' }

export const meta: MetaFunction<typeof loader> = ({ data }) =>
	unlistedMeta(data?.title ?? 'Your place on the list')

/** Without a link the customer must be signed in. */
async function readKey(request: Request, context: AppLoadContext, place = ''): Promise<PlaceKey> {
	const key = await slotWaitPlaceKey(place, {
		cookieKeys: context.settings.cookieKeys,
		actor: place.includes('.') ? readActor(request, context) : requireActor(request, context),
	})
	if (key === null) throw new Response(null, { status: 404 })
	return key
}

/** A GET changes nothing: mail scanners open links. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const now = context.now()
	const key = await readKey(request, context, params.place)
	const [wait] = await Promise.all([
		readSlotWaitPlace(context, key, now),
		key.byLink ? null : requireUser(request, context),
	])
	if (!wait) throw new Response(null, { status: 404 })
	return { here: waitPlacePath(params.place ?? ''), ...placeView(wait, key, now) }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: slotPlaceFormSchema })
	const key = await readKey(request, context, params.place)
	if (submission.status !== 'success') return refusedBy(customerWords('session_error'))
	const now = context.now()
	const here = waitPlacePath(params.place ?? '')
	/** Signed-out visitors are sent to /login, not to a 404. */
	const notFound = async () => {
		if (!key.byLink) await requireUser(request, context)
		return new Response(null, { status: 404 })
	}
	if (submission.value.intent === 'leave') {
		if (!(await leaveSlotLine(context, key, now))) throw await notFound()
		return done(context, here)
	}
	if (submission.value.intent === 'prove') {
		if (!(await proveAddress(context, key, now))) throw await notFound()
		return done(context, here, {
			flash: { title: 'Email confirmed', description: 'We’ll hold a freed time for you for 15 minutes.' },
		})
	}
	const { cookieKeys } = context.settings
	const opened = await bookFromLine(context, key, {
		browserDraftId: readDraftId(request, cookieKeys),
		caller: { actor: readActor(request, context), networkKey: context.networkKey },
		now,
	})
	if (!opened) throw await notFound()
	if (!opened.ok) return refusedBy(customerWords(opened.refusal))
	const { draftId, wait, isHeld, shopChanged } = opened.value
	return done(context, isHeld ? checkoutPath : timePath(`from=${wait.date}&date=${wait.date}`), {
		cookies: [draftCookieHeader(request, cookieKeys, draftId)],
		flash: shopChanged
			? { title: 'Shop Changed', description: 'Your previous booking has been cleared.' }
			: null,
	})
}

export default function PlaceInLine() {
	const view = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	return (
		<Page>
			<PageHeader title={view.title} subtitle={view.text || undefined} />
			<RefusalNotice refusal={answer?.refusal} />
			{view.held && (
				<div className="mb-4">
					<HoldNotice
						whenLabel={view.held.whenLabel}
						hold={view.held.clock}
						here={view.here}
						expired="It goes to the next in line."
					/>
				</div>
			)}
			<Card>
				<b>{view.when}</b>
				<p className="soft text-sm">
					{view.what}
					<br />
					{view.shopName}
				</p>
			</Card>
			<Lack lacks={view.lacks} />
			<Form method="post" className="fill">
				{view.isLive && (
					<p className="mt-4">
						<SubmitButton variant="quiet" size="small" name="intent" value="leave" busyLabel="Leaving…">
							Leave the list
						</SubmitButton>
					</p>
				)}
				{view.lacks === 'proof' && !view.held && (
					<ActionBar note="Then we hold a freed time for you for 15 minutes.">
						<SubmitButton name="intent" value="prove" busyLabel="Confirming…">
							Confirm my email
						</SubmitButton>
						{view.button && (
							<SubmitButton variant="quiet" name="intent" value="book" className="mt-2">
								{view.button}
							</SubmitButton>
						)}
					</ActionBar>
				)}
				{view.button && (view.lacks !== 'proof' || view.held) && (
					<ActionBar>
						<SubmitButton name="intent" value="book" busyLabel="One moment…">
							{view.button}
						</SubmitButton>
					</ActionBar>
				)}
			</Form>
		</Page>
	)
}

function Lack({ lacks }: { lacks: 'messages' | 'proof' | 'confirmed email' | null }) {
	if (lacks === 'messages')
		return (
			<Notice className="mt-3" title="Waitlist messages are off.">
				Turn them on in <Link to="/settings">Settings</Link> and we’ll let you know about free times.
			</Notice>
		)
	if (lacks === 'confirmed email')
		return (
			<Notice className="mt-3" title="Confirm your email.">
				Then we hold a freed time for you for 15 minutes. <Link to="/verify-email">Confirm your email</Link>
			</Notice>
		)
	return null
}
