import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { chosenEmail, INVALID_EMAIL, profileFormSchema } from '#app/domain/identity/account-forms.server.ts'
import { authRefusalWords } from '#app/domain/identity/auth-refusal.ts'
import { passPasswordGate } from '#app/domain/identity/password-gate.server.ts'
import { retryLabel, retrySeconds } from '#app/domain/identity/rate-limit.ts'
import { rateLimitSubject } from '#app/domain/identity/secret-token.server.ts'
import { type ProfileRefusal, updateProfile } from '#app/flows/account/update-profile.server.ts'
import { catchUnexpected } from '#app/http/answer-database-failures.server.ts'
import { done, invalid, refusedAt, retryAfterHeader, withProblem } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { loginPath, returnPath } from '#app/http/return-path.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import type { Wording } from '#app/kernel/action-answer.ts'
import { checkoutPath } from '#app/kernel/booking-paths.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import { ActionBar, SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { NameFields, TextField } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { PasswordField } from '#app/ui/form/password-field.tsx'
import { RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'profile' }

export const headers = retryAfterHeader

export const meta = titled('Edit Profile')

const profilePath = '/profile'

const FAILED = 'Failed to update profile.'

const fields = ['firstName', 'lastName', 'email', 'phone', 'password'] as const

const constraints = fieldConstraints(profileFormSchema, fields)

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { firstName, lastName, email, phone } = await requireUser(request, context)
	const user = { firstName, lastName, email, phone: phone === null ? '' : phoneLabel(phone) }
	return { user, back: readBack(request), constraints }
}

/** Save and Cancel lead to the page before, such as checkout (M2). */
function readBack(request: Request): { to: string; label: string } {
	const to = returnPath(new URL(request.url).searchParams.get('redirectTo'), profilePath)
	return { to, label: to === profilePath ? 'Profile' : to === checkoutPath ? 'Checkout' : 'Back' }
}

export async function action({ request, context }: ActionFunctionArgs) {
	const actor = requireActor(request, context)
	const submission = parseWithZod(await readForm(request), { schema: profileFormSchema })
	const result = submission.reply({ hideFields: ['password'] })
	if (submission.status !== 'success') return invalid(result)

	const { cookieKeys } = context.settings
	const user = await requireUser(request, context)
	const email = chosenEmail(submission.value.email, user.email)
	if (email === null) return invalid(withProblem(result, 'email', INVALID_EMAIL))
	const form = { ...submission.value, email }
	const save = () =>
		updateProfile(context, {
			actor,
			user,
			form,
			accountSubject: rateLimitSubject(cookieKeys, user.id),
			networkKey: context.networkKey,
			linkKey: cookieKeys[0] ?? '',
		})
	// Only a new e-mail needs the password, whose hash is costly.
	const saved = await catchUnexpected(context, () =>
		form.email === user.email ? save() : passPasswordGate(save),
	)
	if (!saved.ok) {
		if (saved.refusal.code === 'not_signed_in') return done(context, loginPath(new URL(request.url)))
		const { field, words } = refusalWords(saved.refusal, actor.at)
		return refusedAt(field, words, withProblem(result, '', FAILED))
	}
	const description = saved.value.emailChanged
		? 'Profile updated successfully. Check your email: a link confirms the new address.'
		: 'Profile updated successfully'
	return done(context, readBack(request).to, { flash: { title: 'Success', description } })
}

type FailedUpdate =
	| Exclude<ProfileRefusal, { code: 'not_signed_in' }>
	| { code: 'busy' }
	| { code: 'unexpected' }

/** Words and their field; '' for the whole form. */
function refusalWords(refusal: FailedUpdate, now: Instant): { field: string; words: Wording } {
	switch (refusal.code) {
		case 'wrong_password': {
			const text = 'To change your email, enter your password.'
			return { field: 'password', words: { text, status: 422 } }
		}
		case 'rate_limited':
			return { field: 'password', words: authRefusalWords(refusal, now) }
		case 'too_many_changes': {
			const text = `You have changed your email several times. Please try again ${retryLabel(refusal.retryAt, now)}.`
			return {
				field: 'email',
				words: { text, status: 429, retryAfterSeconds: retrySeconds(refusal.retryAt, now) },
			}
		}
		case 'email_used': {
			const text = 'This email cannot be used. Please use another one.'
			return { field: 'email', words: { text, status: 422 } }
		}
		case 'busy':
			return { field: '', words: authRefusalWords(refusal, now) }
		case 'unexpected':
			return { field: '', words: { text: FAILED, status: 503 } }
	}
}

export default function EditProfile() {
	const { user, back, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, user, constraints)
	return (
		<Page>
			<PageHeader title="Edit Profile" back={back} />
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} order={['', ...fields]} />
			<Form method="post" noValidate className="fill">
				<NameFields form={form} />
				<TextField field={form.field('email')} kind="email" label="Email" />
				<TextField
					field={form.field('phone')}
					kind="phone"
					label="Phone (optional)"
					placeholder="0803 123 4567"
				/>
				<PasswordField
					field={form.field('password')}
					kind="currentPassword"
					label="Password"
					hint="Only to change your email. The new address gets a link that confirms it."
					enterKeyHint="done"
				/>
				<div className="h-6" />
				<ActionBar
					note={
						<Link to={back.to} className="tap">
							Cancel
						</Link>
					}
				>
					<SubmitButton busyLabel="Saving…">Save</SubmitButton>
				</ActionBar>
			</Form>
		</Page>
	)
}
