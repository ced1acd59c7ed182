import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { refusedForm } from '#app/http/auth-answer.server.ts'
import { deviceCookieHeader, readDevice } from '#app/http/device-cookie.server.ts'
import { guestPath } from '#app/http/guest-path.ts'
import { retryAfterHeader } from '#app/http/retry-after-header.ts'
import { returnPath } from '#app/http/return-path.ts'
import { sessionCookieHeader } from '#app/http/session-cookie.server.ts'
import { requireSignedOut } from '#app/http/signed-in-user.server.ts'
import { fulfilWish } from '#app/routes/favorites/answer-heart.server.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { formState } from '#app/ui/form/form-state.ts'
import { PasswordField } from '#app/ui/form/password-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { authenticate } from './sign-in-strategy.server.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const headers = retryAfterHeader

export const meta: MetaFunction = () => [
	{ title: pageTitle('Sign In') },
	{ name: 'description', content: 'Sign in to see and change your visits, and to book with one tap less.' },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
	await requireSignedOut(request, context)
	const { search, searchParams } = new URL(request.url)
	const wanted = returnPath(searchParams.get('redirectTo'), '')
	return { search, guestPath: guestPath(wanted), cameForAccountPage: wanted !== '' }
}

export async function action({ request, context }: ActionFunctionArgs) {
	const answer = await authenticate(request, context)
	if (answer.kind === 'invalid') return data({ result: answer.result }, { status: 400 })
	if (answer.kind === 'refused') return refusedForm(answer.result, answer.refusal, context.now())

	const { cookieKeys } = context.settings
	const device = await readDevice(request, cookieKeys)
	const headers = new Headers()
	headers.append('set-cookie', sessionCookieHeader(request, answer.token))
	headers.append('set-cookie', await deviceCookieHeader(request, cookieKeys, device, answer.email))
	for (const header of await fulfilWish(request, context, answer.token)) headers.append('set-cookie', header)
	const wanted = new URL(request.url).searchParams.get('redirectTo')
	return redirect(returnPath(wanted, '/discover'), { headers })
}

export default function Login() {
	const { search, guestPath, cameForAccountPage } = useLoaderData<typeof loader>()
	const form = formState(useActionData<typeof action>()?.result)
	return (
		<Page>
			<PageHeader
				back={{ to: guestPath, label: 'Back' }}
				title="Sign In"
				subtitle={cameForAccountPage ? 'Sign in to go on to that page.' : 'Good to see you again.'}
			/>
			<ErrorSummary form={form} title="You are not signed in" />
			<Form method="post" noValidate>
				<TextField
					field={form.field('email')}
					label="Email"
					type="email"
					autoComplete="username"
					inputMode="email"
					autoCapitalize="none"
					maxLength={254}
					required
				/>
				<PasswordField
					field={form.field('password')}
					label="Password"
					autoComplete="current-password"
					required
				/>
				<p className="mt-2">
					<Link to="/forgot-password" className="link tap">
						Forgot your password
					</Link>
				</p>
				<SubmitButton busyLabel="Signing in…" className="mt-5">
					Sign In
				</SubmitButton>
			</Form>
			<p className="mt-6 text-center">
				New here?{' '}
				<Link to={`/register${search}`} className="link tap">
					Sign Up
				</Link>
			</p>
			<ButtonLink to={guestPath} variant="quiet" className="mt-3">
				Continue as Guest
			</ButtonLink>
		</Page>
	)
}
