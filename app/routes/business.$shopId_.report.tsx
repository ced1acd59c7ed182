import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { reviewReportFormSchema } from '#app/domain/booking/review/review-forms.server.ts'
import { reviewReportWords } from '#app/domain/booking/review/review-report-words.ts'
import { reportReview } from '#app/flows/booking/reviews.server.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readActor } from '#app/http/signed-in-user.server.ts'
import { readId } from '#app/kernel/id.server.ts'
import { reviewReportReasons } from '#app/kernel/vocabulary/booking.ts'
import { ActionBar, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { ChoiceField, OptionRow } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, unlisted } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'discover' }

export const meta = unlisted('Report a review')

const constraints = fieldConstraints(reviewReportFormSchema, ['reason'])

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const shopId = params.shopId ?? ''
	const appointmentId = readId(new URL(request.url).searchParams.get('review'))
	const review = appointmentId && (await context.booking.reviews.reviewToReport(shopId, appointmentId))
	if (!review) throw new Response(null, { status: 404 })
	return { ...review, back: `/business/${shopId}`, constraints }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: reviewReportFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const shopId = params.shopId ?? ''
	const appointmentId = readId(new URL(request.url).searchParams.get('review'))
	if (appointmentId === null) throw new Response(null, { status: 404 })
	const reporter = { actor: readActor(request, context), networkKey: context.networkKey }
	const report = { shopId, appointmentId, reason: submission.value.reason, now: context.now() }
	const reported = await reportReview(context, reporter, report)
	if (!reported.ok && reported.refusal === 'review_not_found') throw new Response(null, { status: 404 })
	if (!reported.ok)
		return refusedBy(
			{ text: 'You’ve reported too many reviews today. Please try again tomorrow.', status: 429 },
			{ result: submission.reply() },
		)
	return done(context, `/business/${shopId}`, {
		flash: { title: 'Thanks', description: 'We’ll look at it.' },
	})
}

export default function ReportReview() {
	const { shopName, rating, comment, back, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, { reason: '' }, constraints)
	return (
		<Page>
			<PageHeader title="Report a review" back={{ to: back, label: shopName }} />
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} order={['reason']} />
			<Card className="mb-4">
				<p className="soft text-sm">
					{rating} of 5 stars for {shopName}
				</p>
				{comment && <blockquote>{comment}</blockquote>}
			</Card>
			<Form method="post" noValidate className="fill">
				<ChoiceField field={form.field('reason')} legend="What’s wrong with it?">
					{reviewReportReasons.map((reason) => (
						<OptionRow
							key={reason}
							name="reason"
							value={reason}
							title={reviewReportWords[reason]}
							defaultChecked={form.isChosen('reason', reason)}
							required
							isMissing={!!form.field('reason').error}
						/>
					))}
				</ChoiceField>
				<p className="hint mt-2">
					A low rating alone isn’t a reason. We only remove reviews that break the rules.
				</p>
				<ActionBar>
					<SubmitButton busyLabel="Sending…">Send report</SubmitButton>
				</ActionBar>
			</Form>
		</Page>
	)
}
