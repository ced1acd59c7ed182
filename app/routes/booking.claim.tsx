import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { appointmentPageRefusals } from '#app/domain/booking/appointment/appointment-page-refusal.ts'
import { readClaimLink, signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { claimByLink } from '#app/flows/booking/claim-appointment.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readUser, requireActor } from '#app/http/signed-in-user.server.ts'
import { claimPath, confirmationPath, findBookingPath } from '#app/kernel/booking-paths.ts'
import { nearMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { EmptyState, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, PageHeader, unlisted } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const meta = unlisted('Add to My Account')

/** Opening the mailed link changes nothing, because mail scanners open links too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const token = new URL(request.url).searchParams.get('link') ?? ''
	const appointmentId = await readClaimLink(context.settings.cookieKeys, token, context.now())
	if (appointmentId === null) return data({ view: null }, { status: 422 })
	const [appointment, user] = await Promise.all([
		context.booking.appointments.appointment(appointmentId),
		readUser(request, context),
	])
	if (!appointment) return data({ view: null }, { status: 422 })
	const { shop, startsAt, services } = appointment
	return data({
		view: {
			when: nearMomentLabelAt(shop.timeZone, startsAt, context.now()),
			what: `${services.map(({ name }) => name).join(', ')} at ${shop.name}`,
			/** The signed-in account that would own the booking. */
			account: user?.email ?? null,
			signIn: `/login?redirectTo=${encodeURIComponent(claimPath(token))}`,
		},
	})
}

export async function action({ request, context }: ActionFunctionArgs) {
	await readForm(request)
	const { cookieKeys } = context.settings
	const token = new URL(request.url).searchParams.get('link') ?? ''
	const appointmentId = await readClaimLink(cookieKeys, token, context.now())
	if (appointmentId === null) throw new Response(null, { status: 404 })
	const actor = requireActor(request, context)
	const claimed = await claimByLink(context, { actor, appointmentId })
	if (!claimed.ok) return refusedBy(appointmentPageRefusals[claimed.refusal])
	return done(context, confirmationPath(await signBookingLink(cookieKeys, appointmentId)), {
		flash: { title: 'Added to your account', description: 'You’ll find it under My Appointments.' },
	})
}

export default function Claim() {
	const { view } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	if (!view)
		return (
			<Page>
				<EmptyState
					icon="clock"
					title="This link has expired"
					isPage
					action={<ButtonLink to={findBookingPath}>Find Your Booking</ButtonLink>}
				>
					It works for an hour. Ask for a new one on your booking’s page.
				</EmptyState>
			</Page>
		)
	return (
		<Page>
			<PageHeader title="Add to my account" back={{ to: '/appointments', label: 'My Appointments' }} />
			<RefusalNotice refusal={answer?.refusal} />
			<Card>
				<b>{view.when}</b>
				<p className="soft text-sm">{view.what}</p>
			</Card>
			{view.account === null ? (
				<>
					<p className="mt-3 mb-3">Sign in to the account you want to add it to.</p>
					<ButtonLink to={view.signIn}>Sign In</ButtonLink>
				</>
			) : (
				<Form method="post" className="mt-3">
					<p className="mb-3">
						This booking will be in your account, {view.account}. Your other bookings with this email don’t
						change.
					</p>
					<SubmitButton busyLabel="Adding…">Add to My Account</SubmitButton>
				</Form>
			)}
		</Page>
	)
}
