import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import type { AppointmentAhead } from '#app/domain/booking/customer/own-data-repository.server.ts'
import { deleteAccountFormSchema } from '#app/domain/identity/account-forms.server.ts'
import { authRefusalWords } from '#app/domain/identity/auth-refusal.ts'
import { passPasswordGate } from '#app/domain/identity/password-gate.server.ts'
import { rateLimitSubject } from '#app/domain/identity/secret-token.server.ts'
import { lostValueLines } from '#app/domain/loyalty/lost-value.server.ts'
import { lostPlanLines } from '#app/domain/subscriptions/lost-plans.server.ts'
import { type DeleteRefusal, deleteAccount } from '#app/flows/account/delete-account.server.ts'
import { erasures } from '#app/flows/lists/erasure.server.ts'
import { catchUnexpected } from '#app/http/answer-database-failures.server.ts'
import { done, refusedAt, refusedBy, retryAfterHeader } from '#app/http/answers.server.ts'
import { endedBookingCookieHeaders } from '#app/http/booking-cookies.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { endedSessionCookieHeader } from '#app/http/session-cookie.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import type { Wording } from '#app/kernel/action-answer.ts'
import { cancelPath } from '#app/kernel/booking-paths.ts'
import { nearMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { ActionBar, ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { ChoiceField, OptionRow } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { PasswordField } from '#app/ui/form/password-field.tsx'
import { Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'profile' }

export const headers = retryAfterHeader

export const meta = titled('Delete my account')

/** The rest is on My Appointments. */
const LISTED_APPOINTMENTS = 10

const constraints = fieldConstraints(deleteAccountFormSchema, ['password'])

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const [, aheadCount, ahead, value, plans] = await Promise.all([
		requireUser(request, context),
		context.booking.ownData.countAppointmentsAhead(actor),
		context.booking.ownData.appointmentsAhead(actor, LISTED_APPOINTMENTS),
		context.loyalty.ownLoyalty.valueOf(actor),
		context.subscriptions.ownPlanData.plansHeld(actor),
	])
	const appointments = await Promise.all(
		ahead.map((appointment) => appointmentAhead(context, appointment, actor.at)),
	)
	return { aheadCount, appointments, lost: [...lostPlanLines(plans), ...lostValueLines(value)], constraints }
}

/** An appointment in progress cannot be cancelled. */
async function appointmentAhead(context: AppLoadContext, appointment: AppointmentAhead, now: Instant) {
	const token = await signBookingLink(context.settings.cookieKeys, appointment.id)
	return {
		what: `${appointment.services.join(', ')} at ${appointment.shopName}`,
		when: nearMomentLabelAt(appointment.timeZone, appointment.startsAt, now),
		cancelPage: appointment.startsAt > now ? cancelPath(token) : null,
	}
}

export async function action({ request, context }: ActionFunctionArgs) {
	const actor = requireActor(request, context)
	const submission = parseWithZod(await readForm(request), { schema: deleteAccountFormSchema })
	const user = await requireUser(request, context)
	const { cookieKeys } = context.settings
	const deleted = await catchUnexpected(context, () =>
		passPasswordGate(() =>
			deleteAccount(context, erasures, {
				actor,
				user,
				password: submission.status === 'success' ? submission.value.password : '',
				givesUpValue: submission.status === 'success' && submission.value.givesUp !== undefined,
				accountSubject: rateLimitSubject(cookieKeys, user.id),
			}),
		),
	)
	if (!deleted.ok) {
		const words = refusalWords(deleted.refusal, actor.at)
		const result = submission.reply({ hideFields: ['password'] })
		switch (deleted.refusal.code) {
			case 'value_not_given_up':
				return refusedAt('givesUp', words, result)
			case 'busy':
				return refusedAt('', words, result)
			default:
				return refusedBy(words)
		}
	}
	return done(context, '/discover', {
		flash: { title: 'Account deleted', description: 'Your account and its data are gone.' },
		cookies: [endedSessionCookieHeader(request), ...endedBookingCookieHeaders(request)],
		headers: { 'clear-site-data': '"cache"' },
	})
}

function refusalWords(
	refusal: DeleteRefusal | { code: 'busy' } | { code: 'unexpected' },
	now: Instant,
): Wording {
	switch (refusal.code) {
		case 'wrong_password':
			return { text: 'That is not your password. Nothing was deleted.', status: 422 }
		case 'has_appointments_ahead':
			return { text: 'You still have an upcoming visit, listed below. Nothing was deleted.', status: 409 }
		case 'has_money_under_way':
			return {
				text: 'You have a payment or refund in progress. You can delete your account once it’s complete. Nothing was deleted.',
				status: 409,
			}
		case 'value_not_given_up':
			return {
				text: 'Please tick the box to confirm that you’ll lose these. Nothing was deleted.',
				status: 422,
			}
		case 'rate_limited':
		case 'busy':
		case 'unexpected':
			return authRefusalWords(refusal, now)
	}
}

export default function DeleteAccount() {
	const { aheadCount, appointments, lost, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, {}, constraints)
	return (
		<Page>
			<PageHeader
				title="Delete my account"
				subtitle="This cannot be undone."
				back={{ to: '/settings', label: 'Settings' }}
			/>
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} order={['', 'givesUp']} />
			<Card>
				<b>Deleted right away</b>
				<p className="soft text-sm">
					Your profile with name, email and phone; your password; all signed-in devices; your favorites; the
					text of your reviews; emails we’ve kept for you.
				</p>
			</Card>
			<Card className="mt-3">
				<b>Kept by the shops, without your name</b>
				<p className="soft text-sm">
					The law requires them to keep a record of each visit: the date, the service and what was paid. Your
					name, email and phone are taken out, and the stars of your reviews stay as ‘Former customer’.
				</p>
			</Card>
			{aheadCount > 0 ? (
				<AppointmentsAhead aheadCount={aheadCount} appointments={appointments} />
			) : (
				<Form method="post" className="fill mt-5">
					{lost.length > 0 && (
						<ChoiceField
							field={form.field('givesUp')}
							legend="Lost with your account"
							hint="No one can restore it later."
						>
							<ul className="mb-3">
								{lost.map((line, place) => (
									// biome-ignore lint/suspicious/noArrayIndexKey: two rewards may read alike
									<li key={place} className="num">
										{line}
									</li>
								))}
							</ul>
							<OptionRow
								type="checkbox"
								name="givesUp"
								value="1"
								title="I understand that I’ll lose this"
								defaultChecked={form.isChosen('givesUp', '1')}
								required
								isMissing={!!form.field('givesUp').error}
							/>
						</ChoiceField>
					)}
					<PasswordField
						field={form.field('password')}
						kind="currentPassword"
						label="Your password"
						hint="To confirm it’s you."
						enterKeyHint="done"
					/>
					<div className="h-6" />
					<ActionBar
						note={
							<Link to="/settings" className="tap">
								Keep my account
							</Link>
						}
					>
						<SubmitButton variant="danger" busyLabel="Deleting…">
							Delete my account
						</SubmitButton>
					</ActionBar>
				</Form>
			)}
		</Page>
	)
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

function AppointmentsAhead({ aheadCount, appointments }: Pick<Loaded, 'aheadCount' | 'appointments'>) {
	return (
		<>
			<Notice className="mt-3">
				{aheadCount === 1
					? 'You can delete your account when this visit is over or cancelled.'
					: `You can delete your account when these ${aheadCount} visits are over or cancelled.`}
			</Notice>
			<ul className="mt-3">
				{appointments.map(({ what, when, cancelPage }) => (
					<li key={what + when} className="card padded mb-3">
						<b className="num">{when}</b>
						<p className="text-sm">{what}</p>
						{cancelPage ? (
							<ButtonLink
								to={cancelPage}
								size="small"
								variant="quiet"
								className="mt-3"
								aria-label={`Cancel ${what}, ${when}`}
							>
								Cancel
							</ButtonLink>
						) : (
							<p className="soft text-sm">Already started</p>
						)}
					</li>
				))}
			</ul>
			{aheadCount > appointments.length && (
				<ButtonLink to="/appointments" variant="quiet">
					Show all visits
				</ButtonLink>
			)}
		</>
	)
}
