import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { retryLabel } from '#app/domain/identity/guess-limit.ts'
import { guessSubject } from '#app/domain/identity/guess-subject.server.ts'
import { type DeleteRefusal, deleteAccount } from '#app/flows/delete-account.server.ts'
import { orUnexpected } from '#app/http/auth-answer.server.ts'
import { endedDraftCookieHeader } from '#app/http/draft-cookie.server.ts'
import { flashHeader } from '#app/http/flash.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { endedSessionCookieHeader } from '#app/http/session-cookie.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { ActionBar } from '#app/ui/action-bar.tsx'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { PasswordField } from '#app/ui/form/password-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'

export const handle: PageHandle = { bottomNavigation: 'profile' }

export const meta: MetaFunction = () => [{ title: pageTitle('Delete my account') }]

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const [, visitsAhead] = await Promise.all([
		requireUser(request, context),
		context.ownData.countVisitsAhead(actor),
	])
	return { visitsAhead }
}

export async function action({ request, context }: ActionFunctionArgs) {
	const actor = requireActor(request, context)
	const password = String((await readForm(request)).get('password') ?? '')
	const user = await requireUser(request, context)
	const { cookieKeys } = context.settings
	const deleted = await orUnexpected(context, () =>
		deleteAccount(context, { actor, user, password, accountSubject: guessSubject(cookieKeys, user.email) }),
	)
	if (!deleted.ok) {
		const { text, status } = refusalWords(deleted.refusal, actor.at)
		return data({ problem: text }, { status })
	}
	const gone = { title: 'Account deleted', description: 'Your account and its data are gone.' }
	const headers = new Headers({ 'clear-site-data': '"cache"' })
	headers.append('set-cookie', endedSessionCookieHeader(request))
	headers.append('set-cookie', await endedDraftCookieHeader(request, cookieKeys))
	headers.append('set-cookie', await flashHeader(cookieKeys, gone))
	return redirect('/discover', { headers })
}

function refusalWords(refusal: DeleteRefusal | { code: 'unexpected' }, now: Instant) {
	switch (refusal.code) {
		case 'wrong_password':
			return { text: 'This is not the password of your account. Nothing was deleted.', status: 422 }
		case 'too_many_tries':
			return { text: `Too many tries. Please try again ${retryLabel(refusal.retryAt, now)}.`, status: 429 }
		case 'has_visits_ahead':
			return { text: 'You have a visit ahead. Cancel it first. Nothing was deleted.', status: 409 }
		default:
			return { text: 'An unexpected error occurred. Please try again.', status: 503 }
	}
}

export default function DeleteAccount() {
	const { visitsAhead } = useLoaderData<typeof loader>()
	const problem = useActionData<typeof action>()?.problem
	return (
		<Page>
			<PageHeader
				title="Delete my account"
				subtitle="This cannot be undone."
				back={{ to: '/settings', label: 'Settings' }}
			/>
			{problem && (
				<Notice tone="error" role="alert" className="mb-4">
					{problem}
				</Notice>
			)}
			<Card>
				<b>Deleted at once</b>
				<p className="soft text-sm">
					Your profile with name, email and phone; your password; all devices that are signed in; your
					favorites; the words of your reviews; mails that we keep for you.
				</p>
			</Card>
			<Card className="mt-3">
				<b>Kept by the businesses, without you</b>
				<p className="soft text-sm">
					That a visit took place, when, what was done and what was paid: the law asks them to keep that. Your
					name, email and phone are taken out, and the stars of your reviews stay as ‘Former customer’.
				</p>
			</Card>
			{visitsAhead > 0 ? (
				<>
					<Notice className="mt-3">
						{visitsAhead === 1 ? 'A visit is still ahead.' : `${visitsAhead} visits are still ahead.`} Cancel
						first what you will not go to, so that no business waits for you and no money is lost.
					</Notice>
					<ButtonLink to="/appointments" className="mt-5">
						To my appointments
					</ButtonLink>
				</>
			) : (
				<Form method="post" className="fill mt-5">
					<PasswordField
						field={{ name: 'password', defaultValue: undefined, error: undefined }}
						label="Your password"
						hint="To be sure that it is you."
						autoComplete="current-password"
						required
					/>
					<div className="h-6" />
					<ActionBar
						note={
							<Link to="/settings" className="tap">
								Keep my account
							</Link>
						}
					>
						<SubmitButton variant="danger" busyLabel="Deleting…">
							Delete my account
						</SubmitButton>
					</ActionBar>
				</Form>
			)}
		</Page>
	)
}
