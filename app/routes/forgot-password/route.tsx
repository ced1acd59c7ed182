import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { forgotPasswordFormSchema } from '#app/domain/identity/account-forms.server.ts'
import { guessSubject } from '#app/domain/identity/guess-subject.server.ts'
import { requestPasswordReset } from '#app/flows/request-password-reset.server.ts'
import { orUnexpected, refusedForm } from '#app/http/auth-answer.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { retryAfterHeader } from '#app/http/retry-after-header.ts'
import { requireSignedOut } from '#app/http/signed-in-user.server.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { formState } from '#app/ui/form/form-state.ts'
import { HoneypotField } from '#app/ui/form/honeypot-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const headers = retryAfterHeader

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
	{ title: pageTitle(loaded?.isSent ? 'Check Your Email' : 'Forgot your password') },
	{ name: 'description', content: 'We send you a link with which you choose a new password.' },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
	await requireSignedOut(request, context)
	return { isSent: new URL(request.url).searchParams.has('sent') }
}

export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: forgotPasswordFormSchema })
	if (submission.status !== 'success') return data({ result: submission.reply() }, { status: 400 })
	const { email, topic } = submission.value
	const { cookieKeys } = context.settings
	const now = context.now()
	if (topic === undefined) {
		const requested = await orUnexpected(context, () =>
			requestPasswordReset(context, {
				email,
				accountSubject: guessSubject(cookieKeys, email),
				networkKey: context.networkKey,
				linkKey: cookieKeys[0] ?? '',
				now,
			}),
		)
		if (!requested.ok) return refusedForm(submission.reply(), requested.refusal, now)
	}
	return redirect('/forgot-password?sent')
}

export default function ForgotPassword() {
	const { isSent } = useLoaderData<typeof loader>()
	const form = formState(useActionData<typeof action>()?.result)
	if (isSent) return <CheckYourEmail />
	return (
		<Page>
			<PageHeader
				back={{ to: '/login', label: 'Sign In' }}
				title="Forgot your password?"
				subtitle="Give the email of your account. We send a link that sets a new password."
			/>
			<ErrorSummary form={form} />
			<Form method="post" noValidate>
				<HoneypotField />
				<TextField
					field={form.field('email')}
					label="Email"
					type="email"
					autoComplete="email"
					inputMode="email"
					autoCapitalize="none"
					maxLength={254}
					required
				/>
				<SubmitButton busyLabel="Sending…" className="mt-5">
					Send Reset Link
				</SubmitButton>
			</Form>
		</Page>
	)
}

function CheckYourEmail() {
	return (
		<Page>
			<EmptyState
				icon="check"
				title="Check Your Email"
				action={<ButtonLink to="/login">Back to Sign In</ButtonLink>}
			>
				If that address has an account, a link is on its way to it. It works once, for 30 minutes. Nothing
				there? Look into the spam folder, or{' '}
				<Link to="/forgot-password" className="link">
					ask again
				</Link>
				.
			</EmptyState>
		</Page>
	)
}
