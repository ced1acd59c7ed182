import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { exportFormSchema } from '#app/domain/identity/account-forms.server.ts'
import { authRefusalWords } from '#app/domain/identity/auth-refusal.ts'
import { passPasswordGate } from '#app/domain/identity/password-gate.server.ts'
import { rateLimitSubject } from '#app/domain/identity/secret-token.server.ts'
import { hasProvenSession } from '#app/domain/identity/session.ts'
import { startExport } from '#app/flows/account/export-customer-data.server.ts'
import { catchUnexpected } from '#app/http/answer-database-failures.server.ts'
import { done, refusedAt, retryAfterHeader } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { PasswordField } from '#app/ui/form/password-field.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'profile' }

export const headers = retryAfterHeader

export const meta = titled('Export my data')

const constraints = fieldConstraints(exportFormSchema, ['password'])

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { at } = requireActor(request, context)
	const { session } = await requireUser(request, context)
	return { asksPassword: !hasProvenSession(session, at), constraints }
}

/** Leads to the file once the password was typed in this session within ten minutes. */
export async function action({ request, context }: ActionFunctionArgs) {
	const actor = requireActor(request, context)
	const submission = parseWithZod(await readForm(request), { schema: exportFormSchema })
	const user = await requireUser(request, context)
	const start = () =>
		startExport(context, {
			actor,
			user,
			password: submission.status === 'success' ? (submission.value.password ?? '') : '',
			accountSubject: rateLimitSubject(context.settings.cookieKeys, user.id),
		})
	const started = await catchUnexpected(context, () =>
		hasProvenSession(user.session, actor.at) ? start() : passPasswordGate(start),
	)
	if (started.ok) return done(context, '/settings/export.json')
	const { refusal } = started
	const words =
		refusal.code === 'wrong_password'
			? { text: 'That is not your password.', status: 422 }
			: authRefusalWords(refusal, actor.at)
	const field = refusal.code === 'wrong_password' ? 'password' : ''
	return refusedAt(field, words, submission.reply({ hideFields: ['password'] }))
}

export default function ExportData() {
	const { asksPassword, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, {}, constraints)
	return (
		<Page>
			<PageHeader
				title="Export my data"
				subtitle="Everything we keep about you, in one file."
				back={{ to: '/settings', label: 'Settings' }}
			/>
			<ErrorSummary form={form} />
			<Card>
				<p className="soft text-sm">
					Your profile, visits, payments, rewards, plans, devices and messages. Keep the file where others
					can’t open it.
				</p>
			</Card>
			{/* A file is the answer, so the browser posts it itself. */}
			<Form method="post" reloadDocument className="mt-5">
				{asksPassword && (
					<PasswordField
						field={form.field('password')}
						kind="currentPassword"
						label="Your password"
						hint="To confirm it’s you."
						enterKeyHint="done"
					/>
				)}
				<SubmitButton className="mt-5">Download my data</SubmitButton>
			</Form>
		</Page>
	)
}
