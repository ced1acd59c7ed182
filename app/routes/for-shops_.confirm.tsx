import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { authRefusalWords } from '#app/domain/identity/auth-refusal.ts'
import { proveSignupFormSchema } from '#app/domain/shops/shop-signup-form.server.ts'
import { proveSignup, readSignup } from '#app/flows/shop/sign-up-shop.server.ts'
import { catchUnexpected } from '#app/http/answer-database-failures.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { parseEmail } from '#app/kernel/email.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { useAnswer } from '#app/ui/form/form-state.ts'
import { EmptyState, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, unlisted } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta = unlisted('Your shop’s form')

/** Opening the mailed link proves nothing: mail scanners open links too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const token = new URL(request.url).searchParams.get('token') ?? ''
	const found = await readSignup(context, { token, now: context.now() })
	if (!found) return data({ state: 'not-valid' } as const, { status: 422 })
	const { state, signup } = found
	const { name, reason, phone, address, area, city } = signup
	if (state !== 'unproved') return data({ state, name, reason } as const)
	return data({
		state,
		token,
		name,
		lines: [`${address}, ${area}, ${city}`, phoneLabel(phone), signup.email, signup.offer],
	} as const)
}

export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: proveSignupFormSchema })
	const now = context.now()
	if (submission.status !== 'success') return refusedBy(authRefusalWords({ code: 'link_not_valid' }, now))
	const { token } = submission.value
	const operatorEmail = parseEmail(context.settings.supportContact ?? '')
	const proved = await catchUnexpected(context, () => proveSignup(context, { token, operatorEmail, now }))
	if (!proved.ok) return refusedBy(authRefusalWords(proved.refusal, now))
	return done(context, `/for-shops/confirm?token=${encodeURIComponent(token)}`)
}

export default function ConfirmShop() {
	const loaded = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	return (
		<Page>
			<RefusalNotice refusal={answer?.refusal} />
			{loaded.state === 'unproved' && (
				<>
					<PageHeader title="Is this your shop?" subtitle={loaded.name} />
					<Card className="grid gap-2">
						{loaded.lines.map((line) => (
							<p key={line}>{line}</p>
						))}
					</Card>
					<Form method="post" className="mt-5">
						<input type="hidden" name="token" value={loaded.token} />
						<SubmitButton busyLabel="Confirming…">Yes, confirm my email</SubmitButton>
					</Form>
					<p className="hint mt-3">Not yours? Close this page. The form is deleted in 3 days.</p>
				</>
			)}
			{loaded.state === 'waiting' && (
				<EmptyState isPage icon="check" title="Your email is confirmed">
					We’ll look at {loaded.name} and email you. There is nothing more to do until then.
				</EmptyState>
			)}
			{loaded.state === 'approved' && (
				<EmptyState isPage icon="check" title={`${loaded.name} is with us`}>
					We’ve emailed you the link that opens your shop on your phone. It works once, within 24 hours.
				</EmptyState>
			)}
			{loaded.state === 'refused' && (
				<EmptyState isPage icon="alert" title={`We can’t add ${loaded.name}`}>
					{loaded.reason ?? 'We’ve looked at your form.'}
				</EmptyState>
			)}
			{loaded.state === 'not-valid' && (
				<EmptyState
					isPage
					icon="alert"
					title="This link is invalid or expired."
					action={<ButtonLink to="/for-shops">Send the form again</ButtonLink>}
				>
					A link works for 3 days.
				</EmptyState>
			)}
		</Page>
	)
}
