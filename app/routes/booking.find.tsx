import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { findBookingFormSchema } from '#app/domain/identity/account-forms.server.ts'
import { authRefusalWords } from '#app/domain/identity/auth-refusal.ts'
import { rateLimitSubject } from '#app/domain/identity/secret-token.server.ts'
import { sendBookingLinks } from '#app/flows/account/mail-to-guest.server.ts'
import { done, invalid, refusedAt, retryAfterHeader } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { findBookingPath } from '#app/kernel/booking-paths.ts'
import { mailboxOf } from '#app/kernel/email.ts'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { CheckYourEmail, GuestEmailForm } from '#app/ui/guest-email-form.tsx'
import { Page, PageHeader, pageTitle } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const headers = retryAfterHeader

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
	{ title: pageTitle(loaded?.isSent ? 'Check Your Email' : 'Find Your Booking') },
]

const constraints = fieldConstraints(findBookingFormSchema, ['email'])

export function loader({ request }: LoaderFunctionArgs) {
	return { isSent: new URL(request.url).searchParams.has('sent'), constraints }
}

/** One answer for every address, so that it reveals no booking. */
export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: findBookingFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const { email, topic } = submission.value
	const now = context.now()
	if (topic === undefined) {
		const addressSubject = rateLimitSubject(context.settings.cookieKeys, mailboxOf(email))
		const { networkKey } = context
		const sent = await sendBookingLinks(context, { email, addressSubject, networkKey, now })
		if (!sent.ok) return refusedAt('', authRefusalWords(sent.refusal, now), submission.reply())
	}
	return done(context, `${findBookingPath}?sent`)
}

export default function FindBooking() {
	const { isSent, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	if (isSent)
		return (
			<CheckYourEmail again={findBookingPath}>
				If that email has upcoming bookings, we’ve emailed you the links.
			</CheckYourEmail>
		)
	return (
		<Page>
			<PageHeader
				back={{ to: '/discover', label: 'Discover' }}
				title="Find your booking"
				subtitle="Booked as a guest? We’ll email you links to your upcoming bookings."
			/>
			<GuestEmailForm
				action={findBookingPath}
				answer={answer}
				constraints={constraints}
				label="Email Me the Links"
			/>
		</Page>
	)
}
