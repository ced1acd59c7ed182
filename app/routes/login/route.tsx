import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { signInFormSchema } from '#app/domain/identity/account-forms.server.ts'
import { authRefusalWords } from '#app/domain/identity/auth-refusal.ts'
import { changeFavorite } from '#app/flows/account/change-favorite.server.ts'
import { done, invalid, refusedAt, retryAfterHeader } from '#app/http/answers.server.ts'
import { deviceCookieHeader, readDevice } from '#app/http/device-cookie.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { applyPendingFavorite } from '#app/http/handle-favorite-form.server.ts'
import { guestPath, returnPath } from '#app/http/return-path.ts'
import { sessionCookieHeader } from '#app/http/session-cookie.server.ts'
import { requireSignedOut } from '#app/http/signed-in-user.server.ts'
import { findBookingPath } from '#app/kernel/booking-paths.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { TextField } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { PasswordField } from '#app/ui/form/password-field.tsx'
import { RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, pageTitle } from '#app/ui/page.tsx'
import { authenticate } from './sign-in-strategy.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const headers = retryAfterHeader

export const meta: MetaFunction = () => [
	{ title: pageTitle('Sign In') },
	{ name: 'description', content: 'Sign in to see and change your visits, and book faster.' },
]

const constraints = fieldConstraints(signInFormSchema, ['email', 'password'])

export async function loader({ request, context }: LoaderFunctionArgs) {
	await requireSignedOut(request, context)
	const { search, searchParams } = new URL(request.url)
	const wanted = returnPath(searchParams.get('redirectTo'), '')
	return { search, guestPath: guestPath(wanted), cameForAccountPage: wanted !== '', constraints }
}

export async function action({ request, context }: ActionFunctionArgs) {
	const answer = await authenticate(request, context)
	if (answer.kind === 'invalid') return invalid(answer.result)
	if (answer.kind === 'refused')
		return refusedAt('', authRefusalWords(answer.refusal, context.now()), answer.result)

	const { cookieKeys } = context.settings
	const device = readDevice(request, cookieKeys)
	const wanted = new URL(request.url).searchParams.get('redirectTo')
	return done(context, returnPath(wanted, '/discover'), {
		// Back must skip this page: a signed-in customer has nothing to do here (M15).
		inPlace: true,
		// Back would show a page cached while signed out.
		headers: { 'clear-site-data': '"cache"' },
		cookies: [
			sessionCookieHeader(request, answer.token),
			deviceCookieHeader(request, cookieKeys, device, answer),
			...(await applyPendingFavorite(request, context, answer.token, changeFavorite)),
		],
	})
}

export default function Login() {
	const { search, guestPath, cameForAccountPage, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, {}, constraints)
	return (
		<Page>
			<PageHeader
				back={{ to: guestPath, label: 'Back' }}
				title="Sign In"
				subtitle={cameForAccountPage ? 'Sign in to continue.' : 'Good to see you again.'}
			/>
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} title="You are not signed in" />
			<Form method="post" noValidate>
				<TextField field={form.field('email')} kind="accountEmail" label="Email" />
				<PasswordField
					field={form.field('password')}
					kind="currentPassword"
					label="Password"
					enterKeyHint="go"
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
			<p className="mt-3 text-center">
				<Link to={findBookingPath} className="link tap">
					Find a booking you made as a guest
				</Link>
			</p>
		</Page>
	)
}
