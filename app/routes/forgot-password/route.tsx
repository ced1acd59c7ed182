import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { forgotPasswordFormSchema } from '#app/domain/identity/account-forms.server.ts'
import { authRefusalWords } from '#app/domain/identity/auth-refusal.ts'
import { rateLimitSubject } from '#app/domain/identity/secret-token.server.ts'
import { requestPasswordReset } from '#app/flows/account/reset-password.server.ts'
import { catchUnexpected } from '#app/http/answer-database-failures.server.ts'
import { done, invalid, refusedAt, retryAfterHeader } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireSignedOut } from '#app/http/signed-in-user.server.ts'
import { mailboxOf } from '#app/kernel/email.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { HoneypotField, TextField } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { EmptyState, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, pageTitle } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const headers = retryAfterHeader

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
	{
		title: pageTitle(
			loaded?.isSent ? 'Check Your Email' : (loaded?.title ?? 'Forgot your password').replace('?', ''),
		),
	},
	{ name: 'description', content: 'We’ll send you a link to choose a new password.' },
]

const constraints = fieldConstraints(forgotPasswordFormSchema, ['email'])

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { searchParams } = new URL(request.url)
	const changes = changesPassword(request)
	if (!changes) await requireSignedOut(request, context)
	return {
		isSent: searchParams.has('sent'),
		title: changes ? 'Change your password' : 'Forgot your password?',
		back: changes ? { to: '/settings', label: 'Settings' } : { to: '/login', label: 'Sign In' },
		constraints,
	}
}

/** A password manager's visitor knows the old password and may be signed in (change-password). */
const changesPassword = (request: Request) => new URL(request.url).searchParams.has('change')

export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: forgotPasswordFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const { email: known, topic } = submission.value
	const { cookieKeys } = context.settings
	const now = context.now()
	if (topic === undefined) {
		const requested = await catchUnexpected(context, () =>
			requestPasswordReset(context, {
				...known,
				accountSubject: rateLimitSubject(cookieKeys, mailboxOf(known.email)),
				networkKey: context.networkKey,
				linkKey: cookieKeys[0] ?? '',
				now,
			}),
		)
		if (!requested.ok) return refusedAt('', authRefusalWords(requested.refusal, now), submission.reply())
	}
	return done(context, `/forgot-password?sent${changesPassword(request) ? '&change' : ''}`)
}

export default function ForgotPassword() {
	const { isSent, title, back, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, {}, constraints)
	if (isSent) return <CheckYourEmail />
	return (
		<Page>
			<PageHeader
				back={back}
				title={title}
				subtitle="Enter your account’s email. We’ll send a link to set a new password."
			/>
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} />
			<Form method="post" noValidate>
				<HoneypotField />
				<TextField field={form.field('email')} kind="email" label="Email" enterKeyHint="send" />
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
				If that email has an account, a link is on its way. It works once and expires in 30 minutes. Nothing
				there? Check your spam folder, or{' '}
				<Link to="/forgot-password" className="link">
					ask again
				</Link>
				.
			</EmptyState>
		</Page>
	)
}
