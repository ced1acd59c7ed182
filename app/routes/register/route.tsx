import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { registerFormSchema } from '#app/domain/identity/account-forms.server.ts'
import { passwordStrength } from '#app/domain/identity/password-rules.ts'
import { registerAccount } from '#app/flows/register-account.server.ts'
import { orUnexpected, refusedForm } from '#app/http/auth-answer.server.ts'
import { flashHeader } from '#app/http/flash.server.ts'
import { guestPath } from '#app/http/guest-path.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { retryAfterHeader } from '#app/http/retry-after-header.ts'
import { returnPath } from '#app/http/return-path.ts'
import { requireSignedOut } from '#app/http/signed-in-user.server.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { formState } from '#app/ui/form/form-state.ts'
import { HoneypotField } from '#app/ui/form/honeypot-field.tsx'
import { NameFields } from '#app/ui/form/name-fields.tsx'
import { PasswordField } from '#app/ui/form/password-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { passwordRemarks } from '#app/ui/password-remarks.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const headers = retryAfterHeader

export const meta: MetaFunction = () => [
	{ title: pageTitle('Sign Up') },
	{
		name: 'description',
		content: 'An account keeps your visits and your favourites together. Booking works without one.',
	},
]

export async function loader({ request, context }: LoaderFunctionArgs) {
	await requireSignedOut(request, context)
	const { search, searchParams } = new URL(request.url)
	return { search, guestPath: guestPath(returnPath(searchParams.get('redirectTo'), '')) }
}

export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: registerFormSchema })
	const result = submission.reply({ hideFields: ['password', 'confirmPassword'] })
	if (submission.status !== 'success') return data({ result }, { status: 400 })

	const { topic, confirmPassword, ...account } = submission.value
	const { cookieKeys } = context.settings
	const now = context.now()
	// What filled in the hidden field gets the same answer, and nothing happens.
	if (topic === undefined) {
		const registered = await orUnexpected(context, () =>
			registerAccount(context, {
				account,
				networkKey: context.networkKey,
				linkKey: cookieKeys[0] ?? '',
				now,
			}),
		)
		if (!registered.ok) return refusedForm(result, registered.refusal, now)
	}
	const message = {
		title: 'Please sign in',
		description: 'We have sent an email to the address that you gave. Sign in to go on.',
	}
	const { search } = new URL(request.url)
	return redirect(`/login${search}`, { headers: { 'set-cookie': await flashHeader(cookieKeys, message) } })
}

export default function Register() {
	const { search, guestPath } = useLoaderData<typeof loader>()
	const form = formState(useActionData<typeof action>()?.result)
	return (
		<Page>
			<PageHeader
				back={{ to: `/login${search}`, label: 'Sign In' }}
				title="Sign Up"
				subtitle="Your bookings and rewards in one place."
			/>
			<ErrorSummary form={form} />
			<Form method="post" noValidate>
				<HoneypotField />
				<NameFields form={form} />
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
				<PasswordField
					field={form.field('password')}
					label="Password"
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
				<SubmitButton busyLabel="Signing up…" className="mt-5">
					Sign Up
				</SubmitButton>
				<p className="hint mt-3">
					By signing up you agree to our{' '}
					<Link to="/terms" className="link">
						terms
					</Link>
					.{' '}
					<Link to="/privacy" className="link">
						How we keep your data
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
