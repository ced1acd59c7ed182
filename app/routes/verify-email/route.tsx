import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	type AppLoadContext,
	data,
	type LoaderFunctionArgs,
} from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { verifyEmailFormSchema } from '#app/domain/identity/account-forms.server.ts'
import { authRefusalWords } from '#app/domain/identity/auth-refusal.ts'
import { hashSecretToken, isSecretToken, rateLimitSubject } from '#app/domain/identity/secret-token.server.ts'
import { sendVerification, verifyEmail } from '#app/flows/account/verify-email.server.ts'
import { catchUnexpected } from '#app/http/answer-database-failures.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { loginPath } from '#app/http/return-path.ts'
import { readActor, readUser, requireUser } from '#app/http/signed-in-user.server.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { EmptyState, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, unlisted } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const meta = unlisted('Confirm your email')

/** With a token: the button that uses it, for its signed-in account (S5). Without: a button that mails a new link. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const token = new URL(request.url).searchParams.get('token')
	const [user, owner] = await Promise.all([
		readUser(request, context),
		token !== null && isSecretToken(token)
			? context.identity.accounts.ownerOfToken(hashSecretToken(token), 'verify', context.now())
			: null,
	])
	const isVerified = user?.isEmailVerified ?? false
	if (token !== null && owner !== null) {
		if (user?.id === owner.userId) return data({ state: 'ready', token } as const)
		return user
			? data({ state: 'other-account' } as const)
			: data({ state: 'signed-out', loginPath: loginPath(new URL(request.url)) } as const)
	}
	if (isVerified) return data({ state: 'verified' } as const)
	if (token !== null) return data({ state: 'not-valid', isSignedIn: user !== null } as const, { status: 422 })
	await requireUser(request, context)
	return data({ state: 'may-send' } as const)
}

export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: verifyEmailFormSchema })
	const now = context.now()
	if (submission.status !== 'success') return refusedBy(authRefusalWords({ code: 'link_not_valid' }, now))
	if (submission.value.intent === 'send') return sendLink(request, context)

	const { token } = submission.value
	const actor = readActor(request, context)
	const verified = await catchUnexpected(context, () => verifyEmail(context, { token, actor, now }))
	if (!verified.ok) {
		// The link's page says what to do first.
		if (verified.refusal.code === 'not_signed_in')
			return done(context, `/verify-email?token=${encodeURIComponent(token)}`)
		return refusedBy(authRefusalWords(verified.refusal, now))
	}
	return done(context, '/appointments', {
		flash: {
			title: 'Email confirmed',
			description:
				verified.value.linkedClients > 0
					? 'Your guest bookings with this email are now in your appointments.'
					: 'Thank you.',
		},
	})
}

async function sendLink(request: Request, context: AppLoadContext) {
	const { cookieKeys } = context.settings
	const user = await requireUser(request, context)
	await sendVerification(context, {
		user,
		accountSubject: rateLimitSubject(cookieKeys, user.id),
		linkKey: cookieKeys[0] ?? '',
		now: context.now(),
	})
	return done(context, '/verify-email', {
		flash: { title: 'Check Your Email', description: 'A link is on its way. Only the newest one works.' },
	})
}

export default function VerifyEmail() {
	const loaded = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	return (
		<Page>
			<RefusalNotice refusal={answer?.refusal} />
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
					Bookings you made with it as a guest will then appear in your account.
				</EmptyState>
			)}
			{loaded.state === 'signed-out' && (
				<EmptyState
					isPage
					icon="check"
					title="Sign in to confirm your email"
					action={
						<>
							<ButtonLink to={loaded.loginPath}>Sign In</ButtonLink>
							<NotMe />
						</>
					}
				>
					Only the owner of the account can confirm its email.
				</EmptyState>
			)}
			{loaded.state === 'other-account' && (
				<EmptyState
					isPage
					icon="alert"
					title="This link is for another account."
					action={
						<>
							<Form method="post" action="/logout" className="w-full">
								<SubmitButton busyLabel="Signing out…">Sign Out</SubmitButton>
							</Form>
							<NotMe />
						</>
					}
				>
					Sign out, sign in to that account, then open the link again.
				</EmptyState>
			)}
			{loaded.state === 'verified' && (
				<EmptyState
					isPage
					icon="check"
					title="Your email is confirmed"
					action={<ButtonLink to="/profile">Go to your profile</ButtonLink>}
				/>
			)}
			{loaded.state === 'may-send' && (
				<EmptyState isPage icon="check" title="Confirm your email" action={<SendButton />}>
					We’ll email you a link. It works once and expires in 30 minutes.
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
					The link works once and expires in 30 minutes. Only the latest one works.
				</EmptyState>
			)}
		</Page>
	)
}

/** For an address that a stranger signed up with: a password reset ends the stranger's sessions (S5). */
function NotMe() {
	return (
		<ButtonLink to="/forgot-password" variant="quiet" className="mt-3">
			That wasn’t me: set a new password
		</ButtonLink>
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
