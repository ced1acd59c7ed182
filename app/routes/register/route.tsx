import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { registerFormSchema } from '#app/domain/identity/account-forms.server.ts'
import { authRefusalWords } from '#app/domain/identity/auth-refusal.ts'
import { passPasswordGate } from '#app/domain/identity/password-gate.server.ts'
import { passwordStrength } from '#app/domain/identity/password-rules.ts'
import { registerAccount } from '#app/flows/account/register-account.server.ts'
import { catchUnexpected } from '#app/http/answer-database-failures.server.ts'
import { done, invalid, refusedAt, retryAfterHeader } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { guestPath, returnPath } from '#app/http/return-path.ts'
import { requireSignedOut } from '#app/http/signed-in-user.server.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { HoneypotField, NameFields, TextField } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { NewPasswordFields } from '#app/ui/form/password-field.tsx'
import { RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, pageTitle } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const headers = retryAfterHeader

export const meta: MetaFunction = () => [
	{ title: pageTitle('Sign Up') },
	{
		name: 'description',
		content: 'An account keeps your visits and favorites together. You can also book without one.',
	},
]

const constraints = fieldConstraints(registerFormSchema, [
	'firstName',
	'lastName',
	'email',
	'password',
	'confirmPassword',
])

export async function loader({ request, context }: LoaderFunctionArgs) {
	await requireSignedOut(request, context)
	const { search, searchParams } = new URL(request.url)
	return { search, guestPath: guestPath(returnPath(searchParams.get('redirectTo'), '')), constraints }
}

export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: registerFormSchema })
	const result = submission.reply({ hideFields: ['password', 'confirmPassword'] })
	if (submission.status !== 'success') return invalid(result)

	const { topic, confirmPassword, ...account } = submission.value
	const { cookieKeys } = context.settings
	const now = context.now()
	// A filled-in honeypot gets the same answer, and nothing happens.
	if (topic === undefined) {
		const registered = await catchUnexpected(context, () =>
			passPasswordGate(() =>
				registerAccount(context, {
					account,
					networkKey: context.networkKey,
					linkKey: cookieKeys[0] ?? '',
					now,
				}),
			),
		)
		if (!registered.ok) {
			const field = registered.refusal.code === 'weak_password' ? 'password' : ''
			return refusedAt(field, authRefusalWords(registered.refusal, now), result)
		}
	}
	return done(context, `/login${new URL(request.url).search}`, {
		flash: {
			title: 'Please sign in',
			description: 'Check your email to confirm your address, then sign in.',
		},
	})
}

export default function Register() {
	const { search, guestPath, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, {}, constraints)
	return (
		<Page>
			<PageHeader
				back={{ to: `/login${search}`, label: 'Sign In' }}
				title="Sign Up"
				subtitle="Your bookings and rewards in one place."
			/>
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} />
			<Form method="post" noValidate>
				<HoneypotField />
				<NameFields form={form} />
				<TextField field={form.field('email')} kind="email" label="Email" />
				<NewPasswordFields form={form} label="Password" strengthOf={passwordStrength} />
				<SubmitButton busyLabel="Signing up…" className="mt-5">
					Sign Up
				</SubmitButton>
				<p className="hint mt-3">
					{/* Opens a new tab, so that the typed values stay. */}
					By signing up you agree to our{' '}
					<Link to="/terms" className="link" target="_blank" rel="noreferrer">
						terms<span className="sr"> (in a new tab)</span>
					</Link>
					.{' '}
					<Link to="/privacy" className="link" target="_blank" rel="noreferrer">
						How we keep your data<span className="sr"> (in a new tab)</span>
					</Link>
					.
				</p>
			</Form>
			<p className="mt-6 text-center">
				Have an account?{' '}
				<Link to={`/login${search}`} className="link tap">
					Sign In
				</Link>
			</p>
			<ButtonLink to={guestPath} variant="quiet" className="mt-3">
				Continue as Guest
			</ButtonLink>
		</Page>
	)
}
