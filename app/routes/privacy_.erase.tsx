import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { eraseGuestFormSchema, findBookingFormSchema } from '#app/domain/identity/account-forms.server.ts'
import { authRefusalWords } from '#app/domain/identity/auth-refusal.ts'
import { rateLimitSubject } from '#app/domain/identity/secret-token.server.ts'
import { eraseGuest, readErasureLink, sendErasureLink } from '#app/flows/account/erase-customer.server.ts'
import { done, invalid, refusedAt, refusedBy, retryAfterHeader } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { erasePath, findBookingPath } from '#app/kernel/booking-paths.ts'
import { mailboxOf } from '#app/kernel/email.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { CheckYourEmail, GuestEmailForm } from '#app/ui/guest-email-form.tsx'
import { EmptyState, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, PageHeader, unlisted } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const headers = retryAfterHeader

export const meta = unlisted('Erase Your Details')

const constraints = fieldConstraints(findBookingFormSchema, ['email'])

/** A GET changes nothing: mail scanners open links. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { searchParams } = new URL(request.url)
	const token = searchParams.get('token')
	const email =
		token === null ? null : await readErasureLink(context.settings.cookieKeys, token, context.now())
	const shows = searchParams.has('sent') ? 'sent' : searchParams.has('erased') ? 'erased' : 'form'
	return {
		email,
		token: email && token,
		isLinkOver: token !== null && email === null,
		shows,
		constraints,
	} as const
}

const linkOver = {
	title: 'This link no longer works',
	text: 'It works for three days. Please ask for a new one.',
	status: 422,
} as const

const refusals = {
	has_appointments_ahead: {
		title: 'You have an upcoming visit',
		text: 'The shop still needs to know who is coming. After the visit, or once you have cancelled it, use this link again or ask for a new one.',
		status: 409,
		nextStep: { label: 'Find Your Booking', path: findBookingPath },
	},
	has_money_under_way: {
		title: 'A payment or refund is still open',
		text: 'Once it is settled, use this link again or ask for a new one.',
		status: 409,
	},
} as const

/** One answer for every address: it reveals no booking. */
export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: eraseGuestFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const { cookieKeys } = context.settings
	const now = context.now()
	if (submission.value.intent === 'erase') {
		const email = await readErasureLink(cookieKeys, submission.value.token, now)
		if (email === null) return refusedBy(linkOver)
		const erased = await eraseGuest(context, { contact: { email }, now })
		return erased.ok ? done(context, `${erasePath}?erased`) : refusedBy(refusals[erased.refusal])
	}
	const { email, topic } = submission.value
	if (topic === undefined) {
		const addressSubject = rateLimitSubject(cookieKeys, mailboxOf(email))
		const { networkKey } = context
		const sent = await sendErasureLink(context, { email, addressSubject, networkKey, now })
		if (!sent.ok) return refusedAt('', authRefusalWords(sent.refusal, now), submission.reply())
	}
	return done(context, `${erasePath}?sent`)
}

export default function EraseGuest() {
	const { email, token, isLinkOver, shows } = useLoaderData<typeof loader>()
	if (email !== null && token !== null) return <SayYes email={email} token={token} />
	if (shows === 'sent')
		return (
			<CheckYourEmail again={erasePath}>
				If that email has guest bookings, we’ve sent it a link to erase their details.
			</CheckYourEmail>
		)
	if (shows === 'erased') return <Erased />
	return <AskForLink isLinkOver={isLinkOver} />
}

function AskForLink({ isLinkOver }: { isLinkOver: boolean }) {
	const { constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	return (
		<Page>
			<PageHeader
				back={{ to: '/privacy', label: 'Privacy' }}
				title="Erase your details"
				subtitle="Booked as a guest? We email you a link that erases your name and contact from your bookings."
			/>
			<GuestEmailForm
				action={erasePath}
				answer={answer}
				refusal={isLinkOver ? linkOver : undefined}
				constraints={constraints}
				label="Email Me the Link"
			/>
			<p className="soft text-sm mt-5">
				With an account?{' '}
				<Link to="/settings/delete" className="link">
					Delete it in your settings
				</Link>
				.
			</p>
		</Page>
	)
}

function SayYes({ email, token }: { email: string; token: string }) {
	const answer = useAnswer<typeof action>()
	return (
		<Page>
			<PageHeader title="Erase your details" subtitle={email} />
			<RefusalNotice refusal={answer?.refusal} />
			<p>
				We’ll remove your name, email, phone and notes from all guest bookings made with this email. The shops
				keep the visits and amounts. This cannot be undone.
			</p>
			<Form method="post" className="mt-5">
				<input type="hidden" name="token" value={token} />
				<SubmitButton name="intent" value="erase" busyLabel="Erasing…">
					Erase My Details
				</SubmitButton>
			</Form>
			<ButtonLink to={findBookingPath} variant="quiet" className="mt-3">
				See My Bookings First
			</ButtonLink>
		</Page>
	)
}

function Erased() {
	return (
		<Page>
			<EmptyState
				icon="check"
				title="Your details are erased"
				isPage
				action={<ButtonLink to="/discover">Back to Discover</ButtonLink>}
			>
				The shops keep the visits, without your name and contact.
			</EmptyState>
		</Page>
	)
}
