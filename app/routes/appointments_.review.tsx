import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { reviewFormSchema } from '#app/domain/discovery/review-form.server.ts'
import { flashHeader } from '#app/http/flash.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readId } from '#app/http/read-id.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { dateLabel } from '#app/kernel/civil.ts'
import { ActionBar } from '#app/ui/action-bar.tsx'
import { pageTitle } from '#app/ui/brand.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { ChoiceField } from '#app/ui/form/choice-field.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { formState } from '#app/ui/form/form-state.ts'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'

export const handle: PageHandle = { bottomNavigation: 'profile' }

export const meta: MetaFunction = () => [{ title: pageTitle('Review') }]

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const appointmentId = readId(new URL(request.url).searchParams.get('visit'))
	const [, visit] = await Promise.all([
		requireUser(request, context),
		appointmentId === null ? null : context.ownReviews.visitToReview(actor, appointmentId),
	])
	if (!visit) throw new Response(null, { status: 404 })
	return {
		shopName: visit.shopName,
		what: `${visit.serviceName}, ${dateLabel(visit.date)}`,
		rating: visit.review ? String(visit.review.rating) : '',
		comment: visit.review?.comment ?? '',
	}
}

export async function action({ request, context }: ActionFunctionArgs) {
	const actor = requireActor(request, context)
	const appointmentId = readId(new URL(request.url).searchParams.get('visit'))
	const submission = parseWithZod(await readForm(request), { schema: reviewFormSchema })
	if (submission.status !== 'success') return data({ result: submission.reply() }, { status: 400 })
	const [written] =
		appointmentId === null
			? []
			: await context.writeBatch([
					context.ownReviews.writeReview(actor, { appointmentId, ...submission.value }),
				])
	if (written?.rowsAffected !== 1) {
		await requireUser(request, context)
		throw new Response(null, { status: 404 })
	}
	const thanks = { title: 'Thank you', description: 'Your review is on the page of the business.' }
	return redirect('/appointments?tab=completed', {
		headers: { 'set-cookie': await flashHeader(context.settings.cookieKeys, thanks) },
	})
}

export default function Review() {
	const visit = useLoaderData<typeof loader>()
	const form = formState(useActionData<typeof action>()?.result, visit)
	const comment = form.field('comment')
	return (
		<Page>
			<PageHeader
				title={`Review ${visit.shopName}`}
				subtitle={visit.what}
				back={{ to: '/appointments?tab=completed', label: 'My Appointments' }}
			/>
			<ErrorSummary form={form} order={['rating', 'comment']} />
			<Form method="post" noValidate className="fill">
				<ChoiceField field={form.field('rating')} legend="How was it?">
					<div className="row gap-2">
						{['1', '2', '3', '4', '5'].map((stars) => (
							<label key={stars} className="slot flex-1">
								<input
									type="radio"
									name="rating"
									value={stars}
									defaultChecked={form.isChosen('rating', stars)}
									required
								/>
								<span>
									{stars} ★<span className="sr"> of 5</span>
								</span>
							</label>
						))}
					</div>
				</ChoiceField>
				<div className="field">
					<label className="label" htmlFor="comment">
						In your words (optional)
					</label>
					<p className="hint" id="comment-hint">
						Shown with your first name and the month.
					</p>
					{comment.error && <p className="problem">{comment.error}</p>}
					<textarea
						className="input"
						id="comment"
						name="comment"
						rows={4}
						maxLength={1_000}
						defaultValue={comment.defaultValue}
						aria-describedby="comment-hint"
						aria-invalid={comment.error ? true : undefined}
					/>
				</div>
				<div className="h-6" />
				<ActionBar>
					<SubmitButton busyLabel="Saving…">Save review</SubmitButton>
				</ActionBar>
			</Form>
		</Page>
	)
}
