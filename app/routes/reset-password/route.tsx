import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { commonPasswordText, resetPasswordFormSchema } from '#app/domain/identity/account-forms.server.ts'
import { guessSubject } from '#app/domain/identity/guess-subject.server.ts'
import { passwordStrength } from '#app/domain/identity/password-rules.ts'
import { resetPassword } from '#app/domain/identity/reset-password.server.ts'
import { hashSecretToken, isSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { orUnexpected, refusedForm, withProblem } from '#app/http/auth-answer.server.ts'
import { flashHeader } from '#app/http/flash.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { endedSessionCookieHeader } from '#app/http/session-cookie.server.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { formState } from '#app/ui/form/form-state.ts'
import { PasswordField } from '#app/ui/form/password-field.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { passwordRemarks } from '#app/ui/password-remarks.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta: MetaFunction = () => [
	{ title: pageTitle('Set a new password') },
	{ name: 'robots', content: 'noindex' },
]

/** A GET uses nothing up: mail programs look at links before people do. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const token = new URL(request.url).searchParams.get('token') ?? ''
	const owner = isSecretToken(token)
		? await context.accounts.ownerOfToken(hashSecretToken(token), 'reset', context.now())
		: null
	return data({ token: owner ? token : null }, { status: owner ? 200 : 422 })
}

export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: resetPasswordFormSchema })
	const result = submission.reply({ hideFields: ['password', 'confirmPassword'] })
	if (submission.status !== 'success') return data({ result }, { status: 400 })

	const { token, password } = submission.value
	const { cookieKeys } = context.settings
	const now = context.now()
	const reset = await orUnexpected(context, () =>
		resetPassword(context, {
			token,
			password,
			accountSubjectOf: (email) => guessSubject(cookieKeys, email),
			now,
		}),
	)
	if (!reset.ok) {
		if (reset.refusal.code === 'common_password')
			return data({ result: withProblem(result, 'password', commonPasswordText) }, { status: 400 })
		return refusedForm(result, reset.refusal, now)
	}
	const headers = new Headers()
	const message = { title: 'Password changed', description: 'Please sign in with your new password.' }
	headers.append('set-cookie', await flashHeader(cookieKeys, message))
	headers.append('set-cookie', endedSessionCookieHeader(request))
	return redirect('/login', { headers })
}

export default function ResetPassword() {
	const { token } = useLoaderData<typeof loader>()
	const form = formState(useActionData<typeof action>()?.result)
	if (token === null) return <LinkNotValid />
	return (
		<Page>
			<PageHeader
				title="Set a new password"
				subtitle="All devices that are signed in to your account are signed out."
			/>
			<ErrorSummary form={form} />
			<Form method="post" noValidate>
				<input type="hidden" name="token" value={token} />
				<PasswordField
					field={form.field('password')}
					label="New password"
					hint="At least 6 characters. A few plain words are hard to guess."
					autoComplete="new-password"
					minLength={6}
					remarkOn={(typed) => passwordRemarks[typed === '' ? 'none' : passwordStrength(typed)]}
					required
				/>
				<PasswordField
					field={form.field('confirmPassword')}
					label="Confirm password"
					autoComplete="new-password"
					required
				/>
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
				A link works once, for 30 minutes, and only the newest one. Ask for another.
			</EmptyState>
		</Page>
	)
}
