import { parseWithZod } from '@conform-to/zod/v4'
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
import { profileFormSchema } from '#app/domain/identity/profile-form.server.ts'
import { type ProfileRefusal, updateProfile } from '#app/flows/update-profile.server.ts'
import { orUnexpected, withProblem } from '#app/http/auth-answer.server.ts'
import { flashHeader } from '#app/http/flash.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { loginPath } from '#app/http/return-path.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import { ActionBar } from '#app/ui/action-bar.tsx'
import { pageTitle } from '#app/ui/brand.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { formState } from '#app/ui/form/form-state.ts'
import { NameFields } from '#app/ui/form/name-fields.tsx'
import { PasswordField } from '#app/ui/form/password-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'

export const handle: PageHandle = { bottomNavigation: 'profile' }

export const meta: MetaFunction = () => [{ title: pageTitle('Edit Profile') }]

const FAILED = 'Failed to update profile.'

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { firstName, lastName, email, phone } = await requireUser(request, context)
	return { firstName, lastName, email, phone: phone === null ? '' : phoneLabel(phone) }
}

export async function action({ request, context }: ActionFunctionArgs) {
	const actor = requireActor(request, context)
	const submission = parseWithZod(await readForm(request), { schema: profileFormSchema })
	const result = submission.reply({ hideFields: ['password'] })
	if (submission.status !== 'success') return data({ result }, { status: 400 })

	const { cookieKeys } = context.settings
	const user = await requireUser(request, context)
	const saved = await orUnexpected(context, () =>
		updateProfile(context, {
			actor,
			user,
			form: submission.value,
			accountSubject: guessSubject(cookieKeys, user.email),
			linkKey: cookieKeys[0] ?? '',
		}),
	)
	if (!saved.ok) {
		if (saved.refusal.code === 'not_signed_in') return redirect(loginPath(new URL(request.url)))
		const { field, text, status } = refusalWords(saved.refusal, actor.at)
		const failed = withProblem(result, '', FAILED)
		return data({ result: field === null ? failed : withProblem(failed, field, text) }, { status })
	}
	const description = saved.value.emailChanged
		? 'Profile updated successfully. Check your email: a link confirms the new address.'
		: 'Profile updated successfully'
	const header = await flashHeader(cookieKeys, { title: 'Success', description })
	return redirect('/profile', { headers: { 'set-cookie': header } })
}

type Words = { field: string | null; text: string; status: number }

function refusalWords(refusal: ProfileRefusal | { code: 'unexpected' }, now: Instant): Words {
	switch (refusal.code) {
		case 'wrong_password':
			return {
				field: 'password',
				text: 'To change your email, give the password of this account.',
				status: 422,
			}
		case 'too_many_tries':
			return {
				field: 'password',
				text: `Too many tries. Please try again ${retryLabel(refusal.retryAt, now)}.`,
				status: 429,
			}
		case 'email_used':
			return { field: 'email', text: 'This email cannot be used. Please give another one.', status: 422 }
		default:
			return { field: null, text: FAILED, status: 503 }
	}
}

export default function EditProfile() {
	const user = useLoaderData<typeof loader>()
	const form = formState(useActionData<typeof action>()?.result, user)
	return (
		<Page>
			<PageHeader title="Edit Profile" back={{ to: '/profile', label: 'Profile' }} />
			<ErrorSummary form={form} order={['', 'firstName', 'lastName', 'email', 'phone', 'password']} />
			<Form method="post" noValidate className="fill">
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
				<TextField
					field={form.field('phone')}
					label="Phone (optional)"
					type="tel"
					autoComplete="tel"
					inputMode="tel"
					placeholder="0803 123 4567"
					maxLength={30}
				/>
				<PasswordField
					field={form.field('password')}
					label="Password"
					hint="Only to change your email. The new address gets a link that confirms it."
					autoComplete="current-password"
				/>
				<div className="h-6" />
				<ActionBar
					note={
						<Link to="/profile" className="tap">
							Cancel
						</Link>
					}
				>
					<SubmitButton busyLabel="Saving…">Save</SubmitButton>
				</ActionBar>
			</Form>
		</Page>
	)
}
