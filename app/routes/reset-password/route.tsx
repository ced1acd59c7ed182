import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { resetPasswordFormSchema } from '#app/domain/identity/account-forms.server.ts'
import { authRefusalWords } from '#app/domain/identity/auth-refusal.ts'
import { deviceLabel } from '#app/domain/identity/device-label.ts'
import { passPasswordGate } from '#app/domain/identity/password-gate.server.ts'
import { passwordStrength } from '#app/domain/identity/password-rules.ts'
import { hashSecretToken, isSecretToken, rateLimitSubject } from '#app/domain/identity/secret-token.server.ts'
import { resetPassword } from '#app/flows/account/reset-password.server.ts'
import { catchUnexpected } from '#app/http/answer-database-failures.server.ts'
import { done, invalid, refusedAt, retryAfterHeader } from '#app/http/answers.server.ts'
import { endedBookingCookieHeaders } from '#app/http/booking-cookies.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { endedSessionCookieHeader } from '#app/http/session-cookie.server.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { NewPasswordFields } from '#app/ui/form/password-field.tsx'
import { EmptyState, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, PageHeader, unlisted } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const headers = retryAfterHeader

export const meta = unlisted('Set a new password')

const constraints = fieldConstraints(resetPasswordFormSchema, ['password', 'confirmPassword'])

/** A GET uses nothing up: mail scanners open links before people do. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const token = new URL(request.url).searchParams.get('token') ?? ''
	const owner = isSecretToken(token)
		? await context.identity.accounts.ownerOfToken(hashSecretToken(token), 'reset', context.now())
		: null
	return data({ token: owner ? token : null, constraints }, { status: owner ? 200 : 422 })
}

export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: resetPasswordFormSchema })
	const result = submission.reply({ hideFields: ['password', 'confirmPassword'] })
	if (submission.status !== 'success') return invalid(result)

	const { token, password } = submission.value
	const { cookieKeys } = context.settings
	const now = context.now()
	const reset = await catchUnexpected(context, () =>
		passPasswordGate(() =>
			resetPassword(context, {
				token,
				password,
				accountSubjectOf: (email) => rateLimitSubject(cookieKeys, email),
				deviceLabel: deviceLabel(request.headers.get('user-agent')),
				now,
			}),
		),
	)
	if (!reset.ok) {
		const field = reset.refusal.code === 'weak_password' ? 'password' : ''
		return refusedAt(field, authRefusalWords(reset.refusal, now), result)
	}
	return done(context, '/login', {
		flash: { title: 'Password changed', description: 'Please sign in with your new password.' },
		// As at sign-out: the next person on this phone must find nothing of the account (R50).
		headers: { 'clear-site-data': '"cache"' },
		cookies: [endedSessionCookieHeader(request), ...endedBookingCookieHeaders(request)],
	})
}

export default function ResetPassword() {
	const { token, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, {}, constraints)
	if (token === null) return <LinkNotValid />
	return (
		<Page>
			<PageHeader title="Set a new password" subtitle="This signs you out on all devices." />
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} />
			<Form method="post" noValidate>
				<input type="hidden" name="token" value={token} />
				<NewPasswordFields form={form} label="New password" strengthOf={passwordStrength} />
				<SubmitButton busyLabel="Saving…" className="mt-5">
					Set New Password
				</SubmitButton>
			</Form>
		</Page>
	)
}

function LinkNotValid() {
	return (
		<Page>
			<EmptyState
				isPage
				icon="alert"
				title="This link is invalid or expired."
				action={<ButtonLink to="/forgot-password">Send Reset Link</ButtonLink>}
			>
				The link works once and expires in 30 minutes. Only the latest one works. Ask for another.
			</EmptyState>
		</Page>
	)
}
