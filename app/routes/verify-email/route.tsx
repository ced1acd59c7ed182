import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { authRefusalWords } from '#app/domain/identity/auth-refusal.ts'
import { guessSubject } from '#app/domain/identity/guess-subject.server.ts'
import { hashSecretToken, isSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { sendVerification } from '#app/flows/send-verification.server.ts'
import { verifyEmail } from '#app/flows/verify-email.server.ts'
import { orUnexpected } from '#app/http/auth-answer.server.ts'
import { flashHeader } from '#app/http/flash.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readUser, requireUser } from '#app/http/signed-in-user.server.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta: MetaFunction = () => [
	{ title: pageTitle('Confirm your email') },
	{ name: 'robots', content: 'noindex' },
]

/** With a link's token: a button that uses it. Without: a button that sends a new link, for a signed-in customer. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const token = new URL(request.url).searchParams.get('token')
	const [user, owner] = await Promise.all([
		readUser(request, context),
		token !== null && isSecretToken(token)
			? context.accounts.ownerOfToken(hashSecretToken(token), 'verify', context.now())
			: null,
	])
	const isVerified = user?.isEmailVerified ?? false
	if (token !== null && owner !== null) return data({ state: 'ready', token } as const)
	if (isVerified) return data({ state: 'verified' } as const)
	if (token !== null) return data({ state: 'not-valid', isSignedIn: user !== null } as const, { status: 422 })
	await requireUser(request, context)
	return data({ state: 'may-send' } as const)
}

export async function action({ request, context }: ActionFunctionArgs) {
	const form = await readForm(request)
	const { cookieKeys } = context.settings
	const now = context.now()
	const flash = (title: string, description: string) => flashHeader(cookieKeys, { title, description })

	if (form.get('intent') === 'send') {
		const user = await requireUser(request, context)
		await sendVerification(context, {
			user,
			accountSubject: guessSubject(cookieKeys, user.email),
			linkKey: cookieKeys[0] ?? '',
			now,
		})
		const sent = await flash('Check Your Email', 'A link is on its way. Only the newest one works.')
		return redirect('/verify-email', { headers: { 'set-cookie': sent } })
	}
	const verified = await orUnexpected(context, () =>
		verifyEmail(context, { token: String(form.get('token') ?? ''), now }),
	)
	if (!verified.ok) {
		const { text, status } = authRefusalWords(verified.refusal, now)
		return data({ problem: text }, { status })
	}
	const description =
		verified.value.linkedClients > 0
			? 'The bookings that you made with it as a guest are now among your appointments.'
			: 'Thank you.'
	const header = await flash('Email confirmed', description)
	const user = await readUser(request, context)
	return redirect(user ? '/appointments' : '/login?redirectTo=%2Fappointments', {
		headers: { 'set-cookie': header },
	})
}

export default function VerifyEmail() {
	const loaded = useLoaderData<typeof loader>()
	const problem = useActionData<typeof action>()?.problem
	return (
		<Page>
			{problem && (
				<Notice tone="error" role="alert" className="mb-4">
					{problem}
				</Notice>
			)}
			{loaded.state === 'ready' && (
				<EmptyState
					isPage
					icon="check"
					title="Confirm your email"
					action={
						<Form method="post" className="w-full">
							<input type="hidden" name="token" value={loaded.token} />
							<SubmitButton busyLabel="Confirming…">Confirm My Email</SubmitButton>
						</Form>
					}
				>
					Then bookings that you made with it as a guest are yours too.
				</EmptyState>
			)}
			{loaded.state === 'verified' && (
				<EmptyState
					isPage
					icon="check"
					title="Your email is confirmed"
					action={<ButtonLink to="/profile">To your profile</ButtonLink>}
				/>
			)}
			{loaded.state === 'may-send' && (
				<EmptyState isPage icon="check" title="Confirm your email" action={<SendButton />}>
					We send a link to your address. It works once, for 30 minutes.
				</EmptyState>
			)}
			{loaded.state === 'not-valid' && (
				<EmptyState
					isPage
					icon="alert"
					title="This link is invalid or expired."
					action={
						loaded.isSignedIn ? (
							<SendButton />
						) : (
							<ButtonLink to="/login?redirectTo=%2Fverify-email">Sign in for a new one</ButtonLink>
						)
					}
				>
					A link works once, for 30 minutes, and only the newest one.
				</EmptyState>
			)}
		</Page>
	)
}

function SendButton() {
	return (
		<Form method="post" action="/verify-email" className="w-full">
			<SubmitButton name="intent" value="send" busyLabel="Sending…">
				Send a new link
			</SubmitButton>
		</Form>
	)
}
